-- A vector that turned over on the disk would rank a passage where it does not belong. Older rows have no seal.
alter table knowledge_vectors add column seal integer;
