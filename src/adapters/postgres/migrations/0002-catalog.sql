-- What upstream servers offer, what was run and what was learned; bodies are JSON.
create table catalog_servers (
  name text collate "C" primary key,
  body text not null
);

create table catalog_tools (
  server text collate "C" not null,
  position integer not null,
  body text not null,
  primary key (server, position)
);

create table catalog_capabilities (
  id text collate "C" primary key,
  body text not null
);

create table catalog_traces (
  seq bigint generated always as identity primary key,
  at bigint not null,
  body text not null
);

-- One row, so that a reader learns with one look whether anything changed.
create table catalog_version (entries bigint not null, traces bigint not null);
insert into catalog_version values (0, 0);
