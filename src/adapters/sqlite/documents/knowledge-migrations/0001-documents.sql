create table knowledge_documents (
  key integer primary key,
  id text not null unique,
  source text not null,
  trust text not null,
  root text not null,
  path text not null,
  title text not null,
  title_key text not null,
  -- The first two words of the key: most runs of words are refused by these alone.
  title_start text not null,
  kind text not null,
  language text not null,
  tags text not null,
  digest text not null,
  bytes integer not null,
  modified_at integer not null,
  indexed_at integer not null
) strict;

create index knowledge_documents_by_path on knowledge_documents (source, path);
create index knowledge_documents_by_root on knowledge_documents (root);
create index knowledge_documents_by_title on knowledge_documents (title_key) where title_key <> '';
create index knowledge_documents_by_title_start on knowledge_documents (title_start);

-- Keys are never used twice, so that a stale key finds nothing instead of something else.
create table knowledge_chunks (
  key integer primary key autoincrement,
  id text not null,
  document integer not null references knowledge_documents (key) on delete cascade,
  ordinal integer not null,
  heading_path text not null,
  text text not null,
  start_line integer not null,
  end_line integer not null,
  page integer,
  digest text not null
) strict;

create index knowledge_chunks_by_document on knowledge_chunks (document, ordinal);
create index knowledge_chunks_by_id on knowledge_chunks (id);
create index knowledge_chunks_by_digest on knowledge_chunks (digest);

-- Terms come folded and stemmed, separated by spaces; rowids are chunk keys.
create virtual table knowledge_words using fts5 (
  title, heading, body,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
create virtual table knowledge_grams using fts5 (
  grams,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
create virtual table knowledge_words_terms using fts5vocab ('knowledge_words', 'row');
create virtual table knowledge_grams_terms using fts5vocab ('knowledge_grams', 'row');

-- One row: totals that would otherwise be counted, and a number that grows with every change.
create table knowledge_state (
  chunks integer not null,
  characters integer not null,
  revision integer not null
) strict;
insert into knowledge_state values (0, 0, 0);

create trigger knowledge_chunks_added after insert on knowledge_chunks begin
  update knowledge_state set chunks = chunks + 1, characters = characters + length(new.text);
end;
create trigger knowledge_chunks_removed after delete on knowledge_chunks begin
  update knowledge_state set chunks = chunks - 1, characters = characters - length(old.text);
  delete from knowledge_words where rowid = old.key;
  delete from knowledge_grams where rowid = old.key;
end;

-- By the digest of the text that was embedded: an equal text is embedded once per model.
create table knowledge_vectors (
  seq integer primary key autoincrement,
  model text not null,
  digest text not null,
  vector blob not null,
  unique (model, digest)
) strict;
