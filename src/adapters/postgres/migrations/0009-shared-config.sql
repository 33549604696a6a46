-- What the daemons on this database share of their configuration: one text, as in tamis.toml.
create table shared_config (
  only_one boolean primary key default true check (only_one),
  toml text not null
);
