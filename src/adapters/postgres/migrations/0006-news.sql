-- How often each thing was announced: who missed the call sees the number.
create table news (
  topic text collate "C" primary key,
  count bigint not null
);
