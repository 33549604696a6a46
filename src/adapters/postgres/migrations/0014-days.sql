-- The ledger and the texts of originals lie in days: what is kept no longer goes with its day, at once.

-- Rows of the ledger by their key, which begins with their time: it stays the one key there is, so that
-- daemons of before this go on appending. What is here already is one part, until the day after tomorrow.
alter table ledger alter column seq drop identity;
alter table ledger rename to ledger_before;
create sequence ledger_seq;
select setval('ledger_seq', coalesce((select max(seq) from ledger_before), 0) + 1, false);
create table ledger (like ledger_before) partition by range (key);
alter table ledger alter column seq set default nextval('ledger_seq');
create unique index ledger_keys on ledger (key);
create index ledger_in_order on ledger (seq);
create index ledger_in_time on ledger (at);
create index ledger_of_kind on ledger (kind, at);
create index ledger_of_ref on ledger (ref) where ref is not null;

do $$
declare
  ms bigint := extract(epoch from (now() at time zone 'UTC')::date + 2) * 1000;
  bound uuid := (lpad(to_hex(ms), 12, '0') || repeat('0', 20))::uuid;
begin
  if exists (select 1 from ledger_before where key >= bound) then
    alter table ledger attach partition ledger_before default;
  else
    execute format(
      'alter table ledger attach partition ledger_before for values from (minvalue) to (%L)', bound);
    create table ledger_rest partition of ledger default;
  end if;
end $$;

-- Texts by the day on which they came.
drop trigger texts_added on texts;
drop trigger texts_removed on texts;
alter table originals drop constraint originals_digest_fkey;
alter table texts add column kept_on date not null default '1970-01-01';
alter table texts rename to texts_before;
create table texts (like texts_before) partition by range (kept_on);
alter table texts alter column kept_on set default (now() at time zone 'UTC')::date;
create unique index texts_by_digest on texts (digest, kept_on);
do $$
begin
  execute format('alter table texts attach partition texts_before for values from (minvalue) to (%L)',
    (now() at time zone 'UTC')::date);
end $$;
create table texts_rest partition of texts default;
create trigger texts_added after insert on texts for each row execute function texts_added();
create trigger texts_removed after delete on texts for each row execute function texts_removed();

-- A text lies in one day or several, so no foreign key can name it; these two keep what it kept.
create function originals_have_texts() returns trigger language plpgsql as $$
begin
  perform 1 from texts where digest = new.digest for key share;
  if not found then
    raise foreign_key_violation using message = 'an original without its text';
  end if;
  return null;
end $$;
create trigger originals_have_texts after insert or update of digest on originals
  for each row execute function originals_have_texts();
create function texts_are_needed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from originals where digest = old.digest)
    and not exists (select 1 from texts where digest = old.digest) then
    raise foreign_key_violation using message = 'a text that an original names';
  end if;
  return null;
end $$;
create trigger texts_are_needed after delete on texts
  for each row execute function texts_are_needed();
