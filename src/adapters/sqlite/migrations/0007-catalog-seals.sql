-- Approvals, tools and what was learned are checked as originals are. Older rows have no seal.
alter table catalog_servers add column seal integer;
alter table catalog_tools add column seal integer;
alter table catalog_capabilities add column seal integer;
alter table catalog_traces add column seal integer;
