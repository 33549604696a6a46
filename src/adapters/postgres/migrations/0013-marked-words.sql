-- Which chunks could reach a score is asked of the index alone: beside each term that a chunk holds more
-- than once, or in its title or heading, stands the term with a plus, and short chunks hold `+short`.
create function knowledge_marked(terms tsvector, length integer) returns tsvector
  language sql immutable parallel safe as $$
  select terms || array_to_tsvector(
      coalesce(array_agg(lexeme || '+')
        filter (where cardinality(positions) > 1 or 'A' = any(weights)), '{}')
      || case when length < 64 then array['+short'] else '{}' end)
    from unnest(terms)
$$;

-- In the database, so that daemons of before this write marks too.
create function knowledge_words_mark() returns trigger language plpgsql as $$
begin
  new.words := knowledge_marked(new.words, new.words_length);
  new.grams := knowledge_marked(new.grams, new.grams_length);
  return new;
end $$;
create trigger knowledge_words_mark before insert on knowledge_words
  for each row execute function knowledge_words_mark();

update knowledge_words set words = knowledge_marked(words, words_length),
  grams = knowledge_marked(grams, grams_length);
insert into knowledge_terms
  select 'words', '+short', count(*) from knowledge_words where words_length < 64;
insert into knowledge_terms
  select 'grams', '+short', count(*) from knowledge_words where grams_length < 64 and grams is not null;

-- Nobody asks how many chunks hold a term more than once.
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
      where lexeme not like '%+' group by lexeme order by lexeme collate "C"
    on conflict (index, term) do update set chunks = t.chunks + excluded.chunks;
  insert into knowledge_terms as t
    select 'words', lexeme, sign * count(*) from changed, unnest(words)
      where lexeme not like '%+' group by lexeme order by lexeme collate "C"
    on conflict (index, term) do update set chunks = t.chunks + excluded.chunks;
  return null;
end $$;
