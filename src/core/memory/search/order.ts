/** What decides which of two hits comes first. */
export interface Ranked {
  /** 0..1 in hundredths, as it is shown: smaller differences are noise and leave the order to reuse. */
  readonly similarity: number
  readonly reuseScore: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** Similarity, then reuse score, then the newer one first. */
export function compareRanked(left: Ranked, right: Ranked): number {
  return (
    right.similarity - left.similarity ||
    right.reuseScore - left.reuseScore ||
    right.createdAt - left.createdAt
  )
}

/** Rounds to hundredths. */
export function toSimilarity(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}

/** The first `limit` in that order, ties as they come; one pass, since only a handful of thousands is wanted. */
export function bestRanked<Hit extends Ranked>(
  hits: readonly Hit[],
  limit: number,
): readonly Hit[] {
  const best: Hit[] = []
  for (const hit of hits) {
    const last = best.at(-1)
    if (best.length === limit && (last === undefined || compareRanked(hit, last) >= 0)) continue
    const at = best.findIndex((other) => compareRanked(hit, other) < 0)
    best.splice(at === -1 ? best.length : at, 0, hit)
    best.length = Math.min(best.length, limit)
  }
  return best
}
