-- Plain rows, which any SQLite reads; the extension only compares them.
create table vectors (
  model text not null,
  digest text not null,
  vector blob not null,
  unique (model, digest)
) strict;
create index vectors_by_digest on vectors (digest);

-- One row: a number that grows with every change.
create table vectors_state (revision integer not null) strict;
insert into vectors_state values (0);
