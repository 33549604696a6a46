-- Texts by digest; `encoding` is utf8, or utf16le for texts that UTF-8 would not give back.
create table texts (
  digest text primary key,
  encoding text not null,
  body blob not null,
  bytes integer not null
) without rowid, strict;

create table originals (
  id text primary key,
  kind text not null,
  digest text not null references texts (digest),
  expires_at integer not null,
  result text
) without rowid, strict;

create index originals_by_expiry on originals (expires_at);
create index originals_by_digest on originals (digest);

-- One row: the sum of texts.bytes, so that the size cap costs nothing to check.
create table texts_usage (texts integer not null, bytes integer not null) strict;
insert into texts_usage values (0, 0);
create trigger texts_added after insert on texts begin
  update texts_usage set texts = texts + 1, bytes = bytes + new.bytes;
end;
create trigger texts_removed after delete on texts begin
  update texts_usage set texts = texts - 1, bytes = bytes - old.bytes;
end;

create table ledger (
  seq integer primary key autoincrement,
  at integer not null,
  kind text not null,
  ref text,
  source text not null,
  goal text,
  lines_before integer, lines_after integer,
  chars_before integer, chars_after integer,
  tokens_before integer, tokens_after integer,
  duration_ms real not null,
  is_fallback integer not null,
  warnings text not null,
  details text
) strict;

create index ledger_by_at on ledger (at);
create index ledger_by_kind on ledger (kind, at);
create index ledger_by_ref on ledger (ref) where ref is not null;
