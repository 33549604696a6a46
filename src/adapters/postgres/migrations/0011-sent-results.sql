-- What was sent in place of tool results. No body: the result was sent whole.
create table sent_results (
  key text collate "C" primary key,
  encoding text,
  body bytea,
  refers_to text not null,
  omission_id text,
  turn integer not null,
  used_at bigint not null
);

create index sent_results_by_use on sent_results (used_at);
