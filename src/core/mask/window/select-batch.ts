import type { Observation } from '../facts/turns.ts'
import { type CachePrices, rewriteCost, rewriteSurplus, usualCachePrices } from './cache-cost.ts'

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
interface BatchTerms {
  readonly turn: number
  readonly minFreedChars: number
  readonly payback: number
  /** How much of what was sent lies at or after a place. */
  readonly charsFrom: (at: number) => number
  /** Absent: the usual ones. */
  readonly prices?: CachePrices
  /** Absent: a batch that has paid for itself may cost anything. */
  readonly limits?: BatchLimits
  /** Absent: prompts of all lengths cost alike. */
  readonly prompt?: PromptCost
}

/** The request a batch would be masked with. */
export interface PromptCost {
  readonly chars: number
  /** What it costs as it is, in characters of fresh input, below the first step of the price. */
  readonly cost: number
  /** How many times dearer a prompt of so many characters is. */
  readonly factorOf: (chars: number) => number
}

/** What a rewrite may cost. */
interface BatchLimits {
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
  { turn, minFreedChars, payback, charsFrom, prices, limits, prompt = noSteps }: BatchTerms,
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
    const step = stepOf(prompt, freed)
    if (limits && isTooDear(limits, tail, freed, prompt, step, prices)) continue
    const surplus =
      rewriteSurplus(carried, tail - freed, payback, prices) +
      (step.before - step.after) * prompt.cost
    if (surplus >= best.surplus || payback === 0) best = { from, surplus }
  }
  return sorted.slice(best.from)
}

/** By how much the request is dearer as it is, and without what would leave. */
interface Step {
  readonly before: number
  readonly after: number
}

function stepOf({ chars, factorOf }: PromptCost, freedChars: number): Step {
  return { before: factorOf(chars), after: factorOf(chars - freedChars) }
}

/** Below a step of the price all of the prompt costs less, with this request and each later one. */
function isTooDear(
  { maxCost, turnsAhead }: BatchLimits,
  tailChars: number,
  freedChars: number,
  prompt: PromptCost,
  { before, after }: Step,
  prices: CachePrices = usualCachePrices,
): boolean {
  const masked = prompt.cost + rewriteCost(tailChars, freedChars, prices)
  const cost = after * masked - before * prompt.cost
  const savedEachTurn = ((before - after) * prompt.chars + after * freedChars) * prices.read
  return cost > maxCost || cost > savedEachTurn * turnsAhead
}

const noSteps: PromptCost = { chars: 0, cost: 0, factorOf: () => 1 }

/** They come in the order of the conversation nearly always. */
function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  let last = 0
  for (const { at } of candidates) {
    if (at < last) return candidates.toSorted((a, b) => a.at - b.at)
    last = at
  }
  return candidates
}
