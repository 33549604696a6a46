create table knowledge_documents (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  source text collate "C" not null,
  trust text collate "C" not null,
  root text collate "C" not null,
  path text collate "C" not null,
  title text not null,
  title_key text collate "C" not null,
  kind text not null,
  language text not null,
  tags text[] not null,
  digest text not null,
  bytes bigint not null,
  modified_at bigint not null,
  indexed_at bigint not null
);

create index knowledge_documents_by_path on knowledge_documents (source, path);
create index knowledge_documents_by_root on knowledge_documents (root);
-- By digest of the key: a title may be longer than an index entry.
create index knowledge_documents_by_title on knowledge_documents (md5(title_key)) where title_key <> '';

-- Keys are never used twice, so that a stale key finds nothing instead of something else.
create table knowledge_chunks (
  key bigint generated always as identity primary key,
  id text collate "C" not null,
  document bigint not null references knowledge_documents (key) on delete cascade,
  ordinal integer not null,
  heading_path text not null,
  text text not null,
  start_line integer not null,
  end_line integer not null,
  page integer,
  digest text collate "C" not null
);

create index knowledge_chunks_by_document on knowledge_chunks (document, ordinal);
create index knowledge_chunks_by_id on knowledge_chunks (id);
create index knowledge_chunks_by_digest on knowledge_chunks (digest);

-- Terms come folded and stemmed, separated by spaces; weight A marks those of title and heading.
create table knowledge_words (
  key bigint primary key references knowledge_chunks (key) on delete cascade,
  title text not null,
  heading text not null,
  body text not null,
  words tsvector not null,
  words_length integer not null,
  grams tsvector,
  grams_length integer not null
);

create index knowledge_words_by_word on knowledge_words using gin (words);
create index knowledge_words_by_gram on knowledge_words using gin (grams);

-- One row: totals that would otherwise be counted, and a number that grows with every change.
create table knowledge_state (
  chunks bigint not null,
  characters bigint not null,
  revision bigint not null,
  words_length bigint not null,
  gram_chunks bigint not null,
  grams_length bigint not null
);
insert into knowledge_state values (0, 0, 0, 0, 0, 0);

create function knowledge_chunks_changed() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update knowledge_state s set chunks = s.chunks + sign * total.chunks,
      characters = s.characters + sign * total.characters
    from (select count(*) as chunks, coalesce(sum(length(text)), 0) as characters from changed) total
    where total.chunks > 0;
  return null;
end $$;
create trigger knowledge_chunks_added after insert on knowledge_chunks
  referencing new table as changed for each statement execute function knowledge_chunks_changed();
create trigger knowledge_chunks_removed after delete on knowledge_chunks
  referencing old table as changed for each statement execute function knowledge_chunks_changed();

create function knowledge_words_changed() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update knowledge_state s set words_length = s.words_length + sign * total.words,
      gram_chunks = s.gram_chunks + sign * total.gram_chunks,
      grams_length = s.grams_length + sign * total.grams
    from (select count(*) as rows, coalesce(sum(words_length), 0) as words,
            count(grams) as gram_chunks, coalesce(sum(grams_length), 0) as grams from changed) total
    where total.rows > 0;
  return null;
end $$;
create trigger knowledge_words_added after insert on knowledge_words
  referencing new table as changed for each statement execute function knowledge_words_changed();
create trigger knowledge_words_removed after delete on knowledge_words
  referencing old table as changed for each statement execute function knowledge_words_changed();

-- How often one term occurs, read from ts_rank: with all weights 1 it is the sum of 1/k² up to the
-- count, over π²/6. These are the values half way between one count and the next.
create function occurrences(rank real) returns double precision
  language sql immutable parallel safe as $$
  select width_bucket(rank::double precision, array[
    0.3039636, 0.6839180, 0.7936826, 0.8464541, 0.8776103, 0.8982123, 0.9128591, 0.9238118,
    0.9323139, 0.9391062, 0.9446579, 0.9492809, 0.9531903, 0.9565397, 0.9594415, 0.9619798,
    0.9642190, 0.9662089, 0.9679891, 0.9695910, 0.9710402, 0.9723574, 0.9735601, 0.9746624,
    0.9756764, 0.9766124, 0.9774790, 0.9782837, 0.9790328, 0.9797320, 0.9803860, 0.9809992,
    0.9815751, 0.9821172, 0.9826283, 0.9831110, 0.9835675, 0.9840001, 0.9844104, 0.9848002,
    0.9851710, 0.9855242, 0.9858609, 0.9861823, 0.9864894, 0.9867832, 0.9870644, 0.9873339,
    0.9875925, 0.9878406, 0.9880791, 0.9883084, 0.9885290, 0.9887414, 0.9889462, 0.9891436,
    0.9893341, 0.9895180, 0.9896957, 0.9898674, 0.9900335, 0.9901943, 0.9903500, 0.9905008
  ]::double precision[])::double precision
$$;

-- By the digest of the text that was embedded: an equal text is embedded once per model.
create sequence knowledge_vectors_seq;
create table knowledge_vectors (
  seq bigint not null default nextval('knowledge_vectors_seq'),
  model text collate "C" not null,
  digest text collate "C" not null,
  vector bytea not null,
  primary key (model, digest)
);
create index knowledge_vectors_by_seq on knowledge_vectors (model, seq);
