-- Writes that a database elsewhere has not taken yet, oldest first.
create table waiting (
  seq integer primary key autoincrement,
  part text not null,
  key text not null,
  body text not null,
  seal integer not null
);
create index waiting_by_key on waiting (part, key);
