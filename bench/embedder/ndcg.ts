import type { Corpus } from './corpora.ts'
import type { Scores } from './rankers.ts'

/** Mean nDCG@10, in percent: 100 when every relevant document comes first. */
export function ndcg({ queries }: Corpus, scores: Scores): number {
  const all = queries.map(({ relevant }, query) => {
    const row = scores[query] ?? new Float64Array()
    const wanted = new Set(relevant)
    const gain = topTen(row).reduce(
      (sum, at, rank) => sum + (wanted.has(at) ? discount(rank) : 0),
      0,
    )
    const ideal = relevant.slice(0, 10).reduce((sum, _, rank) => sum + discount(rank), 0)
    return gain / ideal
  })
  return (100 * all.reduce((sum, value) => sum + value, 0)) / all.length
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 2)
}

function topTen(row: ArrayLike<number>): readonly number[] {
  const best: number[] = []
  for (let at = 0; at < row.length; at++) {
    const score = row[at] ?? 0
    if (best.length === 10 && score <= (row[best[9] ?? 0] ?? 0)) continue
    const place = best.findIndex((other) => (row[other] ?? 0) < score)
    best.splice(place < 0 ? best.length : place, 0, at)
    best.length = Math.min(best.length, 10)
  }
  return best
}
