import { type SignalName, signals } from '../../src/core/discover/rank/signals.ts'

/** One query of one set: the signals of its candidates, and which of them are right. */
export interface Case {
  readonly set: string
  readonly candidates: readonly {
    readonly values: Float64Array
    readonly server: number
    readonly isRight: boolean
  }[]
  /** How many tools the query needs. */
  readonly wanted: number
}

const factors = [0, 0.5, 0.7, 0.85, 1.2, 1.5, 2]
/** What adds nothing yet may add so much. */
const firstTries = [0.25, 0.5, 1, 2]
const rounds = 2
/** Less is luck. */
const leastGain = 2e-4
const ofSiblings = 1 / 6

/**
 * Weights that rank best over all sets, each set counting the same: one weight changed at a time, of
 * those that `isOpen` names.
 */
export function fitWeights(
  cases: readonly Case[],
  start: Float64Array,
  isOpen: (signal: SignalName) => boolean,
): Float64Array {
  let weights = start
  let best = qualityOf(cases, weights).both
  for (let round = 0; round < rounds; round++)
    for (const [signal, { name }] of signals.entries()) {
      if (!isOpen(name)) continue
      for (const tried of variationsOf(weights, signal)) {
        const { both } = qualityOf(cases, tried)
        if (both > best + leastGain) [best, weights] = [both, tried]
      }
    }
  return weights
}

/** The same weights, one of them larger or smaller. */
function variationsOf(weights: Float64Array, signal: number): readonly Float64Array[] {
  const now = weights[signal] ?? 0
  const values = now === 0 ? firstTries : factors.map((factor) => now * factor)
  return values.map((value) => weights.with(signal, value))
}

/** Mean recall@5 of the sets, and half of it with half of nDCG@10. */
export function qualityOf(
  cases: readonly Case[],
  weights: Float64Array,
): { readonly recall: number; readonly both: number } {
  const sets = new Map<string, { recall: number; gain: number; count: number }>()
  for (const one of cases) {
    const right = rankedRight(one, weights)
    const found = sets.get(one.set) ?? { recall: 0, gain: 0, count: 0 }
    found.recall += right.slice(0, 5).filter(Boolean).length / one.wanted
    found.gain +=
      discounted(right) / discounted(Array<boolean>(Math.min(10, one.wanted)).fill(true))
    found.count += 1
    sets.set(one.set, found)
  }
  const means = [...sets.values()].map(({ recall, gain, count }) => [recall / count, gain / count])
  const mean = (at: number): number =>
    means.reduce((sum, values) => sum + (values[at] ?? 0), 0) / means.length
  return { recall: mean(0), both: (mean(0) + mean(1)) / 2 }
}

function rankedRight({ candidates }: Case, weights: Float64Array): readonly boolean[] {
  const sums = candidates.map(({ values }) =>
    values.reduce((sum, value, signal) => sum + value * (weights[signal] ?? 0), 0),
  )
  const best = new Map<number, number>()
  candidates.forEach(({ server }, at) => {
    best.set(server, Math.max(best.get(server) ?? 0, sums[at] ?? 0))
  })
  return candidates
    .map(({ server, isRight }, at) => {
      const sum = sums[at] ?? 0
      return { isRight, sum: sum + ofSiblings * ((best.get(server) ?? 0) - sum) }
    })
    .sort((one, other) => other.sum - one.sum)
    .slice(0, 10)
    .map(({ isRight }) => isRight)
}

function discounted(right: readonly boolean[]): number {
  return right.reduce((sum, isRight, place) => sum + (isRight ? 1 / Math.log2(place + 2) : 0), 0)
}
