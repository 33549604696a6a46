-- What upstream servers offer, what was run and what was learned; bodies are JSON.
create table catalog_servers (
  name text primary key,
  body text not null
) without rowid, strict;

create table catalog_tools (
  server text not null,
  position integer not null,
  body text not null,
  primary key (server, position)
) without rowid, strict;

create table catalog_capabilities (
  id text primary key,
  body text not null
) without rowid, strict;

create table catalog_traces (
  seq integer primary key autoincrement,
  at integer not null,
  body text not null
) strict;

-- One row, so that a reader learns with one look whether anything changed.
create table catalog_version (entries integer not null, traces integer not null) strict;
insert into catalog_version values (0, 0);
