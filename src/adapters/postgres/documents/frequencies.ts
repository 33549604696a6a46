import type { LexicalIndex } from '../../../ports/store/document-words.ts'
import type { Session } from '../database.ts'

/** What scores depend on beside a chunk itself. */
interface IndexFacts {
  /** How many chunks the index holds. */
  readonly chunks: number
  readonly averageLength: number
  /** How many chunks hold each of the terms asked for, in order. */
  readonly counts: readonly number[]
}

const counts = {
  name: 'knowledge-term-counts',
  text: 'select term, chunks from knowledge_terms where index = $1 and term = any($2::text[])',
}
const facts = {
  name: 'knowledge-facts',
  text: `select chunks, words_length, gram_chunks, grams_length,
      (select array_agg(coalesce(t.chunks, 0)::double precision order by at)
       from unnest($2::text[]) with ordinality asked (term, at)
       left join knowledge_terms t on t.index = $1 and t.term = asked.term) as counts
    from knowledge_state`,
}

/** How many chunks hold each term, in order. */
export async function termCounts(
  session: Session,
  index: LexicalIndex,
  terms: readonly string[],
): Promise<readonly number[]> {
  if (terms.length === 0) return []
  const rows = await session.run(counts, [index, [...new Set(terms)]])
  const known = new Map(rows.map(({ term, chunks }) => [String(term), Number(chunks)]))
  return terms.map((term) => known.get(term) ?? 0)
}

/** How many chunks match each phrase, in order: these are counted. */
export async function phraseCounts(
  session: Session,
  index: LexicalIndex,
  phrases: readonly string[],
): Promise<readonly number[]> {
  if (phrases.length === 0) return []
  const rows = await session.run(
    `select (select count(*) from knowledge_words w where w.${index} @@ query::tsquery) as count
     from unnest($1::text[]) with ordinality given (query, at) order by at`,
    [[...phrases]],
  )
  return rows.map(({ count }) => Number(count))
}

/** In one question. */
export async function indexFacts(
  session: Session,
  index: LexicalIndex,
  terms: readonly string[],
): Promise<IndexFacts> {
  const [row] = await session.run(facts, [index, [...terms]])
  const chunks = Number(index === 'words' ? row?.chunks : row?.gram_chunks)
  return {
    chunks,
    averageLength: Math.max(1, Number(row?.[`${index}_length`]) / Math.max(1, chunks)),
    counts: Array.isArray(row?.counts) ? row.counts.map(Number) : [],
  }
}
