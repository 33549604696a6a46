/** Everything a score is made of; a leg that did not see the chunk is absent. */
export interface ScoreParts {
  readonly lexical?: {
    readonly score: number
    readonly rank: number
    readonly words: number
    readonly grams: number
    readonly proximity: number
  }
  readonly vector?: { readonly score: number; readonly rank?: number }
  /** Added because the question says the title of the document. */
  readonly named?: number
  /** Added because the question says the name of code that has no comment. */
  readonly name?: number
  /** What is left of the score of a test or a built copy. */
  readonly role?: number
  /** The syntax tree says that the name asked for is here. */
  readonly symbol?: 'defined' | 'used' | 'tested'
  readonly hop?: { readonly bonus: number; readonly from: number }
}

/** A chunk with its final score, before its text is loaded. */
export interface RankedKey {
  readonly key: number
  readonly score: number
  readonly parts: ScoreParts
}

/** Best first; equal scores in the order of ingestion, so that two runs agree. */
export function byScore(
  a: { readonly score: number; readonly key: number },
  b: { readonly score: number; readonly key: number },
): number {
  return b.score - a.score || a.key - b.key
}
