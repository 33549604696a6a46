-- Each round of the background jobs: whose it was, and from when to when. Times are the server's.
create table job_runs (
  seq bigint generated always as identity primary key,
  holder text collate "C" not null,
  started_at timestamptz not null default clock_timestamp(),
  -- The holder's last sign of life while it is under way.
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
