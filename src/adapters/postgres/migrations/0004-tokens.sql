-- Who may come in. Only the digest of a token is here: the token itself is shown once and kept nowhere.
create table tokens (
  id text collate "C" primary key,
  namespace text collate "C" not null,
  name text collate "C" not null,
  scope text not null check (scope in ('read', 'write', 'admin')),
  hash text not null,
  created_at bigint not null,
  expires_at bigint,
  requests_per_minute bigint,
  unique (namespace, name)
);

-- The name of the token behind a request, where there was one.
alter table ledger add column caller text collate "C";
