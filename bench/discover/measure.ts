import type { DiscoverSet } from './sets.ts'

/** Ranks the entries of a set for one query: positions, best first. */
export type Ranker = (query: string) => readonly number[] | Promise<readonly number[]>

export interface Quality {
  /** Share of the labelled tools among the first five, × 100. */
  readonly recallAt5: number
  readonly ndcgAt10: number
  /** Standard error of the recall. */
  readonly error: number
  readonly count: number
}

export async function measure(set: DiscoverSet, rankQuery: Ranker): Promise<Quality> {
  let [recall, squares] = [0, 0]
  let ndcg = 0
  for (const { query, relevant } of set.queries) {
    const gains = gainsOf(set, await rankQuery(query), new Set(relevant))
    const wanted = new Set(relevant).size
    const found = sum(gains.slice(0, 5)) / wanted
    recall += found
    squares += found ** 2
    ndcg += discounted(gains) / discounted(Array(Math.min(10, wanted)).fill(1))
  }
  const count = set.queries.length
  const share = 100 / count
  const spread = Math.sqrt(Math.max(0, squares / count - (recall / count) ** 2))
  const error = (100 * spread) / Math.sqrt(count)
  return { recallAt5: recall * share, ndcgAt10: ndcg * share, error, count }
}

/** 1 where a labelled tool shows for the first time among the first ten, 0 elsewhere. */
export function gainsOf(
  set: DiscoverSet,
  ranked: readonly number[],
  relevant: ReadonlySet<string>,
): readonly number[] {
  const seen = new Set<string>()
  return ranked.slice(0, 10).map((entry) => {
    const label = set.labels[entry] ?? ''
    const isNew = relevant.has(label) && !seen.has(label)
    seen.add(label)
    return isNew ? 1 : 0
  })
}

function discounted(gains: readonly number[]): number {
  return sum(gains.map((gain, position) => gain / Math.log2(position + 2)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
