-- How many chunks hold each term: every search asks, and counting matches takes long in a large base.
create table knowledge_terms (
  index text collate "C" not null,
  term text collate "C" not null,
  chunks bigint not null,
  primary key (index, term)
) with (fillfactor = 70);

insert into knowledge_terms
  select 'words', lexeme, count(*) from knowledge_words, unnest(words) group by lexeme;
insert into knowledge_terms
  select 'grams', lexeme, count(*) from knowledge_words, unnest(grams) group by lexeme;

-- In the order of terms, so that two writers do not wait for each other in a circle.
create or replace function knowledge_words_changed() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if not exists (select 1 from changed) then
    return null;
  end if;
  update knowledge_state s set words_length = s.words_length + sign * total.words,
      gram_chunks = s.gram_chunks + sign * total.gram_chunks,
      grams_length = s.grams_length + sign * total.grams
    from (select coalesce(sum(words_length), 0) as words, count(grams) as gram_chunks,
            coalesce(sum(grams_length), 0) as grams from changed) total;
  insert into knowledge_terms as t
    select 'grams', lexeme, sign * count(*) from changed, unnest(grams)
      group by lexeme order by lexeme collate "C"
    on conflict (index, term) do update set chunks = t.chunks + excluded.chunks;
  insert into knowledge_terms as t
    select 'words', lexeme, sign * count(*) from changed, unnest(words)
      group by lexeme order by lexeme collate "C"
    on conflict (index, term) do update set chunks = t.chunks + excluded.chunks;
  return null;
end $$;
