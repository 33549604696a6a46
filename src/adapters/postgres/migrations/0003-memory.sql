-- Vectors of memory by model and digest of the text; the files are the truth.
create table memory_vectors (
  model text collate "C" not null,
  digest text collate "C" not null,
  vector bytea not null,
  primary key (model, digest)
);
