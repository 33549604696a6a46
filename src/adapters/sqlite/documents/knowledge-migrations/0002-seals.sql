-- A checksum of what each chunk says, so that a bit that turned over is noticed. Older rows have none.
alter table knowledge_chunks add column seal integer;
