-- Who may come in. Only the digest of a token is here: the token itself is shown once and kept nowhere.
create table tokens (
  id text primary key,
  namespace text not null,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  hash text not null,
  created_at integer not null,
  expires_at integer,
  requests_per_minute integer,
  unique (namespace, name)
) without rowid, strict;

-- The name of the token behind a request, where there was one.
alter table ledger add column caller text;
