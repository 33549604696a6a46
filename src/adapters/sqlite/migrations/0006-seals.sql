-- A checksum of what each row says, so that a bit that turned over is noticed. Older rows have none.
alter table originals add column seal integer;
alter table sent_results add column seal integer;
alter table tokens add column seal integer;
