import type { LexicalIndex } from '../../ports/store/documents.ts'
import type { Session } from './database.ts'

export interface CountedTerms {
  /** How many chunks each query matches, in order. */
  readonly counts: readonly number[]
  /** How many chunks the index holds. */
  readonly chunks: number
  readonly averageLength: number
}

/** Counts what matches, and remembers it until the knowledge base changes in whichever process. */
export interface Frequencies {
  of(index: LexicalIndex, queries: readonly string[]): Promise<CountedTerms>
}

const mostRemembered = 20_000
const state = {
  name: 'knowledge-state',
  text: 'select revision, chunks, words_length, gram_chunks, grams_length from knowledge_state',
}
const count = (index: LexicalIndex) => ({
  name: `knowledge-count-${index}`,
  text: `select (select count(*) from knowledge_words w where w.${index} @@ query::tsquery) as count
    from unnest($1::text[]) with ordinality given (query, at) order by at`,
})

export function countedFrequencies(session: Session): Frequencies {
  const known = new Map<string, number>()
  let revision = -1
  return {
    async of(index, queries) {
      const [row] = await session.run(state)
      if (Number(row?.revision) !== revision || known.size > mostRemembered) known.clear()
      revision = Number(row?.revision)
      const unknown = [...new Set(queries)].filter((query) => !known.has(`${index} ${query}`))
      const rows = unknown.length > 0 ? await session.run(count(index), [unknown]) : []
      const fresh = new Map(unknown.map((query, at) => [query, Number(rows[at]?.count)]))
      for (const [query, found] of fresh) known.set(`${index} ${query}`, found)
      const chunks = Number(index === 'words' ? row?.chunks : row?.gram_chunks)
      return {
        counts: queries.map((query) => fresh.get(query) ?? known.get(`${index} ${query}`) ?? 0),
        chunks,
        averageLength: Number(row?.[`${index}_length`]) / Math.max(1, chunks),
      }
    },
  }
}
