-- What was sent in place of tool results. No body: the result was sent whole.
create table sent_results (
  key text primary key,
  encoding text,
  body blob,
  refers_to text not null,
  omission_id text,
  turn integer not null,
  used_at integer not null
) without rowid, strict;

create index sent_results_by_use on sent_results (used_at);
