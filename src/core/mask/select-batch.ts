import { type CachePrices, rewriteCost, rewriteSurplus, usualCachePrices } from './cache-cost.ts'
import type { Observation } from './turns.ts'

/** Something old enough to leave. */
export interface Candidate {
  readonly kind: 'result' | 'input' | 'replaced'
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
  /** Absent: the usual ones. */
  readonly prices?: CachePrices
  /** Absent: a batch that has paid for itself may cost anything. */
  readonly limits?: BatchLimits
}

/** What a rewrite may cost. */
export interface BatchLimits {
  /** At most so much, in characters of fresh input. */
  readonly maxCost: number
  /** And no more than it saves in so many turns. */
  readonly turnsAhead: number
}

/**
 * The candidates worth masking now: the newest ones, back to where reaching further would rewrite
 * more than it frees, in the order of the conversation. Empty when no batch has paid for itself.
 */
export function selectBatch(
  candidates: readonly Candidate[],
  { turn, minFreedChars, payback, charsFrom, prices, limits }: BatchTerms,
): readonly Candidate[] {
  const sorted = inOrder(candidates)
  let freed = 0
  let carried = 0
  let best = { from: sorted.length, surplus: 0 }
  for (let from = sorted.length - 1; from >= 0; from--) {
    const candidate = sorted[from]
    if (!candidate) break
    freed += candidate.freedChars
    carried += candidate.freedChars * (turn - candidate.since + 1)
    if (minFreedChars > 0 && freed < minFreedChars) continue
    const tail = charsFrom(candidate.at)
    if (limits && isTooDear(limits, tail, freed, prices)) continue
    const surplus = rewriteSurplus(carried, tail - freed, payback, prices)
    if (surplus >= best.surplus || payback === 0) best = { from, surplus }
  }
  return sorted.slice(best.from)
}

function isTooDear(
  { maxCost, turnsAhead }: BatchLimits,
  tailChars: number,
  freedChars: number,
  prices: CachePrices = usualCachePrices,
): boolean {
  const cost = rewriteCost(tailChars, freedChars, prices)
  return cost > maxCost || cost > freedChars * prices.read * turnsAhead
}

/** They come in the order of the conversation nearly always. */
function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  let last = 0
  for (const { at } of candidates) {
    if (at < last) return candidates.toSorted((a, b) => a.at - b.at)
    last = at
  }
  return candidates
}
