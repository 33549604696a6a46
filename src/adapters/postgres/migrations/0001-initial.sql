create table tamis_migrations (
  version integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
);

-- Texts by digest; `encoding` is utf8, or utf16le for texts that UTF-8 would not give back.
create table texts (
  digest text collate "C" primary key,
  encoding text not null,
  body bytea not null,
  bytes bigint not null
);

create table originals (
  id text collate "C" primary key,
  kind text not null,
  digest text collate "C" not null references texts (digest),
  expires_at bigint not null,
  result text
);

create index originals_by_expiry on originals (expires_at, id);
create index originals_by_digest on originals (digest);

-- The sum of texts.bytes in many rows, one per writer, so that writers do not wait for each other.
create table texts_usage (
  shard integer primary key,
  texts bigint not null,
  bytes bigint not null
) with (fillfactor = 50);
insert into texts_usage select shard, 0, 0 from generate_series(0, 63) shard;

create function texts_added() returns trigger language plpgsql as $$
begin
  update texts_usage set texts = texts + 1, bytes = bytes + new.bytes
    where shard = pg_backend_pid() % 64;
  return null;
end $$;
create function texts_removed() returns trigger language plpgsql as $$
begin
  update texts_usage set texts = texts - 1, bytes = bytes - old.bytes
    where shard = pg_backend_pid() % 64;
  return null;
end $$;
create trigger texts_added after insert on texts for each row execute function texts_added();
create trigger texts_removed after delete on texts for each row execute function texts_removed();

create table ledger (
  seq bigint generated always as identity primary key,
  -- Given by the writer, so that an append whose answer was lost can be sent again.
  key uuid not null unique,
  at bigint not null,
  kind text collate "C" not null,
  ref text collate "C",
  source text collate "C" not null,
  goal text,
  lines_before bigint, lines_after bigint,
  chars_before bigint, chars_after bigint,
  tokens_before bigint, tokens_after bigint,
  duration_ms double precision not null,
  is_fallback boolean not null,
  -- JSON, as texts: what is summed has columns of its own.
  warnings text not null,
  details text,
  saved_usd double precision, cache_read double precision, cache_write double precision
);

create index ledger_by_at on ledger (at);
create index ledger_by_kind on ledger (kind, at);
create index ledger_by_ref on ledger (ref) where ref is not null;
