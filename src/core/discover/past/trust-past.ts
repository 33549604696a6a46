import { topHits } from '../../text/bm25.ts'
import { type EvidenceIndex, type Strength, weighClues } from './evidence-index.ts'

/** Of a past too short to be tried: only what is nearly the same moves anything. */
export const untried: Strength = { near: 8, wording: 0, meaning: 0, leastAlike: 0.4 }

/** From not at all to more than the words of the catalog; which one holds is tried, not assumed. */
export const strengths = {
  none: { near: 0, wording: 0, meaning: 0 },
  light: { near: 3, wording: 0, meaning: 0, isTried: true },
  firm: { near: 6, wording: 3, meaning: 0, isTried: true },
  strong: { near: 9, wording: 6, meaning: 3, isTried: true },
  leading: { near: 12, wording: 6, meaning: 6, isTried: true },
} as const satisfies Readonly<Record<string, Strength>>

/** What the rest of the search says of an intent, for the trial. */
export interface Untaught {
  readonly sums: Float64Array
  readonly vector?: Float32Array | undefined
}

/** Fewer past intents than this prove nothing. */
const leastTried = 30
/** In standard errors of the difference: a lead within them may be luck. */
const leastLead = 0.5

/**
 * How much the past counts, tried on the past itself: each of a sample of past intents is searched
 * as if it were new, with the others as the past, and the strength that ranks best what it used is
 * taken. A lead over the light one must be more than luck, and so must that of none.
 */
export async function chooseStrength(
  index: EvidenceIndex,
  untaught: (intent: string) => Promise<Untaught>,
  mostTried = 200,
): Promise<Strength> {
  const gains = new Map<Strength, number[]>(Object.values(strengths).map((one) => [one, []]))
  const step = Math.max(1, index.past.length / mostTried)
  for (let place = 0; place < index.past.length; place += step) {
    const at = Math.floor(place)
    const { intent, entries } = index.past[at] ?? { intent: '', entries: [] }
    if (entries.length === 0) continue
    const { sums, vector } = await untaught(intent)
    const clues = index.of(intent, vector, at)
    for (const [strength, found] of gains) {
      const { boosts } = weighClues(clues, strength)
      const ranked = topHits(
        sums.map((sum, entry) => sum + (boosts[entry] ?? 0)),
        10,
      ).map(({ document }) => document)
      found.push(gainOf(ranked, new Set(entries)))
    }
  }
  return bestOf(gains)
}

function bestOf(gains: ReadonlyMap<Strength, readonly number[]>): Strength {
  const light = gains.get(strengths.light) ?? []
  if (light.length < leastTried) return untried
  let best: { strength: Strength; mean: number } = { strength: strengths.light, mean: 0 }
  for (const [strength, found] of gains) {
    const { mean, error } = meanAndError(found.map((gain, at) => gain - (light[at] ?? 0)))
    if (mean > best.mean && mean > leastLead * error) best = { strength, mean }
  }
  return best.strength
}

function meanAndError(values: readonly number[]): { mean: number; error: number } {
  const count = values.length || 1
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count
  return { mean, error: Math.sqrt(spread / count) }
}

/** Normalised discounted gain of the first ten. */
function gainOf(ranked: readonly number[], wanted: ReadonlySet<number>): number {
  const discount = (place: number): number => 1 / Math.log2(place + 2)
  let [gain, most] = [0, 0]
  ranked.forEach((entry, place) => {
    if (wanted.has(entry)) gain += discount(place)
  })
  for (let place = 0; place < Math.min(10, wanted.size); place++) most += discount(place)
  return most === 0 ? 0 : gain / most
}
