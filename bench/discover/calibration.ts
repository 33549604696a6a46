import { type Answered, weightOf } from './fit-curve.ts'

/** Scores as they would be shown, with what was right. */
export interface Scored extends Answered {
  readonly scores: readonly number[]
}

export interface Share {
  readonly share: number
  /** Standard error. */
  readonly error: number
  readonly count: number
}

export interface Calibration {
  /** Mean distance between what scores say and how often they are right, over ten ranges. */
  readonly expectedError: number
  readonly brier: number
  /** First results that are right and score above a half. */
  readonly rightAbove: Share
  /** Intents without a fitting tool of which no result scores above a half, by kind. */
  readonly noneAbove: Readonly<Record<string, Share>>
  /** Right first results above the line that leaves four of five intents without a tool quiet, wherever it lies. */
  readonly rightAtQuiet: Share
  /** The chance that a right first result scores above the best for an intent without a tool. */
  readonly separation: number
  /** The same two shares wherever the line is drawn, not only at a half; kinds of no answer count the same. */
  readonly tradeOff: readonly {
    readonly line: number
    readonly right: number
    readonly none: number
  }[]
}

/** How far scores can be believed; every set and every kind of no answer counts the same. */
export function calibrationOf(all: readonly Scored[]): Calibration {
  const weight = weightOf(all)
  const ranges = Array.from({ length: 10 }, () => 0)
  let [whole, squares] = [0, 0]
  for (const one of all)
    one.results.forEach(({ isRight }, at) => {
      const score = one.scores[at] ?? 0
      const range = Math.min(9, Math.floor(score * 10))
      ranges[range] = (ranges[range] ?? 0) + weight(one) * (score - Number(isRight))
      squares += weight(one) * (score - Number(isRight)) ** 2
      whole += weight(one)
    })
  const right = all.filter(({ kind, results }) => kind === 'answer' && results[0]?.isRight)
  const none = all.filter(({ kind }) => kind !== 'answer')
  const isQuietAt =
    (line: number) =>
    ({ scores }: Scored): boolean =>
      scores.every((score) => score <= line)
  const isQuiet = isQuietAt(0.5)
  const kinds = [...Map.groupBy(none, ({ kind }) => kind)]
  const firsts = right.map(({ scores }) => scores[0] ?? 0)
  const loudest = none.map(({ scores }) => Math.max(0, ...scores)).sort((a, b) => a - b)
  const quietLine = loudest[Math.floor(0.8 * loudest.length)] ?? 0
  return {
    expectedError: ranges.reduce((sum, gap) => sum + Math.abs(gap), 0) / whole,
    brier: squares / whole,
    rightAbove: shareOf(right.map(({ scores }) => (scores[0] ?? 0) > 0.5)),
    noneAbove: {
      all: shareOf(none.map(isQuiet)),
      ...Object.fromEntries(kinds.map(([kind, found]) => [kind, shareOf(found.map(isQuiet))])),
    },
    rightAtQuiet: shareOf(firsts.map((score) => score > quietLine)),
    separation: separationOf(firsts, loudest),
    tradeOff: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((line) => ({
      line,
      right: shareOf(right.map(({ scores }) => (scores[0] ?? 0) > line)).share,
      none:
        kinds.reduce((sum, [, found]) => sum + shareOf(found.map(isQuietAt(line))).share, 0) /
        kinds.length,
    })),
  }
}

/** Area under the curve of right against quiet; `ascending` is sorted. */
function separationOf(scores: readonly number[], ascending: readonly number[]): number {
  const below = scores.reduce((sum, score) => {
    let [low, high] = [0, ascending.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ascending[middle] ?? 0) < score) low = middle + 1
      else high = middle
    }
    return sum + low
  }, 0)
  return below / (scores.length * ascending.length || 1)
}

function shareOf(claims: readonly boolean[]): Share {
  const count = claims.length
  const share = claims.filter(Boolean).length / (count || 1)
  return { share, error: Math.sqrt((share * (1 - share)) / (count || 1)), count }
}
