-- Capabilities change with every run of theirs, tools seldom: each has its own count.
alter table catalog_version add column capabilities bigint not null default 0;
