-- What a citation names of a document is checked as its passages are. Older rows have no seal.
alter table knowledge_documents add column seal integer;
