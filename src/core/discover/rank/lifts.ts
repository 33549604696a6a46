import { ownServer } from '../catalog/entries.ts'
import { withFed } from './feeders.ts'
import type { Question } from './question.ts'
import type { SignalKind } from './signals.ts'

/** What changes a sum in view of the others, after every entry was judged by itself. */
export interface Lift {
  readonly name: string
  readonly kind: SignalKind
  of(sums: Float64Array, question: Question): Float64Array
}

/** In the order they are applied. */
export const lifts: readonly Lift[] = [
  {
    name: 'siblings',
    kind: 'server',
    of: (sums, { index }) => amongSiblings(sums, index.serverOf),
  },
  { name: 'fed', kind: 'server', of: (sums, { index }) => withFed(sums, index.fed) },
  { name: 'own', kind: 'server', of: ownOnlyIfMeant },
]

/** Applied last: what past runs say, and steps where a part was asked for. */
export const lateLifts: readonly Lift[] = [
  { name: 'past', kind: 'learned', of: withPast },
  { name: 'step', kind: 'words', of: placeSteps },
]

/** How much of its sum a tool of our own keeps when the intent does not name it. */
const unnamed = 0.7

/** Our own tools stand back, unless they are named. */
function ownOnlyIfMeant(sums: Float64Array, question: Question): Float64Array {
  const { own } = question.index
  if (own.length === 0) return sums
  const kept = sums.slice()
  for (const entry of own) if (!isNamed(question, entry)) kept[entry] = unnamed * (sums[entry] ?? 0)
  return kept
}

/** Whether the intent names Tamis, or says all of a tool's name. */
export function isNamed({ intent, ofName }: Question, entry: number): boolean {
  return intent.words.includes(ownServer) || (ofName[entry] ?? 0) >= 0.99
}

function withPast(sums: Float64Array, { evidence }: Question): Float64Array {
  return evidence ? sums.map((sum, entry) => sum + (evidence.boosts[entry] ?? 0)) : sums
}

/** Added to steps, when a part was asked for. */
const ofStep = 1
/** By so much the best step of a capability stands before the whole, at least. */
const beforeWhole = 0.1

/** Steps are for those who ask for a part, and then the best of each stands before its whole. */
function placeSteps(sums: Float64Array, { index, intent }: Question): Float64Array {
  const { entries } = index
  const placed = sums.map((sum, entry) => {
    if (!entries[entry]?.step) return sum
    return intent.isPartial && sum > 0 ? sum + ofStep : 0
  })
  if (!intent.isPartial) return placed
  const best = new Map<string, number>()
  entries.forEach(({ step }, entry) => {
    if (!step) return
    const before = best.get(step.capability)
    if (before === undefined || (placed[entry] ?? 0) > (placed[before] ?? 0))
      best.set(step.capability, entry)
  })
  entries.forEach(({ id }, whole) => {
    const step = best.get(id)
    if (step !== undefined && (placed[step] ?? 0) > 0)
      placed[step] = Math.max(placed[step] ?? 0, (placed[whole] ?? 0) + beforeWhole)
  })
  return placed
}

/**
 * Who needs a tool often needs others of its server too, whose words nobody says: so a part of
 * each sum is that of the best of its server. The best, and who is alone, stay as they are.
 */
export function amongSiblings(sums: Float64Array, serverOf: readonly number[]): Float64Array {
  const best = new Float64Array(sums.length)
  serverOf.forEach((server, entry) => {
    best[server] = Math.max(best[server] ?? 0, sums[entry] ?? 0)
  })
  return sums.map((sum, entry) =>
    sum === 0 ? 0 : sum + part * ((best[serverOf[entry] ?? 0] ?? 0) - sum),
  )
}

/** Flat from a tenth to a quarter on public sets. */
const part = 1 / 6
