-- Capabilities change with every run of theirs, tools seldom: each has its own count.
alter table catalog_version add column capabilities integer not null default 0;
