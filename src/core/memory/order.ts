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
