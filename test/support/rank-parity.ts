import type { SearchMode } from '../../src/core/knowledge/search/rank-chunks.ts'
import { search } from '../../src/core/knowledge/search/search.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Documents } from '../../src/ports/store/documents.ts'

/** How alike two stores answer, as shares of the questions (overlap: of the first ten hits). */
export interface RankParity {
  readonly overlap: number
  readonly sameFirst: number
  /** Both pass the gate, or both refuse. */
  readonly sameGate: number
}

const gate = 0.3

/** Asks both stores the same; chunks are compared by id, for keys differ. */
export async function compareRankings(
  one: Documents,
  other: Documents,
  { embedder, background }: { readonly embedder: Embedder; readonly background: number },
  queries: readonly string[],
  mode: SearchMode,
): Promise<RankParity> {
  let overlap = 0
  let sameFirst = 0
  let sameGate = 0
  for (const query of queries) {
    const ask = (documents: Documents) =>
      search(
        {
          documents,
          embedder,
          now: () => 0,
          staleAfterMs: Number.POSITIVE_INFINITY,
          background: async () => background,
        },
        { query, mode, limit: 10, syntax: 'plain' },
      )
    const [a, b] = [await ask(one), await ask(other)]
    const [ids, others] = [a, b].map(({ chunks }) => chunks.map(({ id }) => id))
    const shared = ids?.filter((id) => others?.includes(id)).length ?? 0
    overlap +=
      Math.max(ids?.length ?? 0, others?.length ?? 0) === 0
        ? 1
        : shared / Math.max(ids?.length ?? 0, others?.length ?? 0)
    if (ids?.[0] === others?.[0]) sameFirst += 1
    if (a.evidence >= gate === b.evidence >= gate) sameGate += 1
  }
  const count = Math.max(1, queries.length)
  return {
    overlap: overlap / count,
    sameFirst: sameFirst / count,
    sameGate: sameGate / count,
  }
}
