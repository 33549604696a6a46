import { rewriteSurplus } from './cache-cost.ts'
import type { Observation } from './turns.ts'

/** Something old enough to leave. */
export interface Candidate {
  readonly kind: 'result' | 'input'
  readonly observation: Observation
  /** Its place in the conversation. */
  readonly at: number
  readonly freedChars: number
  /** The turn at which it fell out of the window. */
  readonly since: number
}

/** What a commit must reach. */
export interface BatchTerms {
  readonly turn: number
  readonly minFreedChars: number
  readonly payback: number
  /** How much of what was sent lies at or after a place. */
  readonly charsFrom: (at: number) => number
}

/**
 * The candidates worth masking now: the newest ones, back to where reaching further would rewrite
 * more than it frees, in the order of the conversation. Empty when no batch has paid for itself.
 */
export function selectBatch(
  candidates: readonly Candidate[],
  { turn, minFreedChars, payback, charsFrom }: BatchTerms,
): readonly Candidate[] {
  const newestFirst = inOrder(candidates).toReversed()
  let freed = 0
  let carried = 0
  let best = { size: 0, surplus: 0 }
  for (const [index, { at, freedChars, since }] of newestFirst.entries()) {
    freed += freedChars
    carried += freedChars * (turn - since + 1)
    if (minFreedChars > 0 && freed < minFreedChars) continue
    const surplus = rewriteSurplus(carried, charsFrom(at) - freed, payback)
    if (surplus >= best.surplus || payback === 0) best = { size: index + 1, surplus }
  }
  return newestFirst.slice(0, best.size).reverse()
}

/** They come in the order of the conversation nearly always. */
function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  const isSorted = candidates.every(({ at }, index) => at >= (candidates[index - 1]?.at ?? 0))
  return isSorted ? candidates : candidates.toSorted((a, b) => a.at - b.at)
}
