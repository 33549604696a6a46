import type { LexicalIndex } from '../../ports/store/document-words.ts'
import type { Session } from './database.ts'

export interface IndexSize {
  /** How many chunks the index holds. */
  readonly chunks: number
  readonly averageLength: number
}

const counts = {
  name: 'knowledge-term-counts',
  text: 'select term, chunks from knowledge_terms where index = $1 and term = any($2::text[])',
}
const state = {
  name: 'knowledge-state',
  text: 'select chunks, words_length, gram_chunks, grams_length from knowledge_state',
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

export async function indexSize(session: Session, index: LexicalIndex): Promise<IndexSize> {
  const [row] = await session.run(state)
  const chunks = Number(index === 'words' ? row?.chunks : row?.gram_chunks)
  return { chunks, averageLength: Number(row?.[`${index}_length`]) / Math.max(1, chunks) }
}
