import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownLines } from '../../../src/core/prune/answers/known-lines.ts'
import { readText } from '../../../src/core/prune/answers/read-text.ts'
import {
  type SignalName,
  type Signals,
  signalNames,
  signalsOf,
} from '../../../src/core/prune/answers/signals.ts'
import { readGoal } from '../../../src/core/prune/goal/goal.ts'
import { translateGoal } from '../../../src/core/prune/goal/translate-goal.ts'
import { scoreLines } from '../../../src/core/prune/score-lines.ts'
import { splitLines } from '../../../src/core/text/lines.ts'
import { labelledGroups } from '../recall.ts'
import { crossValidate } from './cross-validate.ts'
import { readCases, type WildCase } from './read-cases.ts'

const target = join(import.meta.dirname, '../../../src/core/prune/answers/weights.generated.ts')
const folds = 10
const steps = 300
const rate = 0.1
const shrink = 0.003

/** One case: the signals of each line, and which lines are wanted. */
interface Example {
  readonly signals: Float64Array
  readonly isWanted: Uint8Array
}

/** `npm run fit -- prune`: what each signal is worth, by all cases that were looked at, and how well that holds. */
export function fitPrune(): void {
  const cases = [...readCases('open'), ...readCases('looked-at')].filter((one) => !one.isAbsent)
  const examples = cases.map(exampleOf)
  const programs = [...new Set(cases.map(({ format }) => format))]
  const foldOf = ({ format }: WildCase): number => programs.indexOf(format) % folds
  const fitted = (isSeen: (one: WildCase) => boolean): readonly number[] =>
    fitWeights(cases.flatMap((one, at) => (isSeen(one) ? (examples[at] ?? []) : [])))
  console.log(`${cases.length} cases of ${programs.length} programs`)
  crossValidate(
    Array.from({ length: folds }, (_, fold) => ({
      cases: cases.filter((one) => foldOf(one) === fold),
      weights: fitted((one) => foldOf(one) !== fold),
    })),
  )
  writeFileSync(target, written(fitted(() => true)))
}

function exampleOf(one: WildCase): Example | undefined {
  if (one.holds.length > 0) return undefined
  const lines = splitLines(one.text)
  const isExpired = (): boolean => false
  const scored = scoreLines(
    lines,
    {
      ...{ text: one.text, goal: one.goal, sourceType: one.source_type },
      ...{ maxPruneRatio: 1, minKeepLines: 0, annotateLines: false, includeMarkers: true },
      keepBudget: { chars: one.text.length, countsMarkers: false },
    },
    { pruneId: '', isExpired },
  )
  const known = scored === undefined ? undefined : knownLines(scored)
  const goal = readGoal(one.goal, translateGoal(one.goal, one.text))
  const text = readText(lines, goal, scored ?? {}, isExpired)
  if (known === undefined || scored?.isTree === true || text === undefined) return undefined
  const { signals } = signalsOf(text, known)
  const isWanted = new Uint8Array(lines.count)
  for (const line of labelledGroups(one, lines.count).flat()) isWanted[line] = 1
  return {
    signals: Float64Array.from({ length: lines.count * signalNames.length }, (_, at) =>
      signalAt(signals, signalNames[at % signalNames.length], Math.floor(at / signalNames.length)),
    ),
    isWanted,
  }
}

/** Softmax over the lines of a text, each case counting once; Adam, a little shrinking. */
function fitWeights(examples: readonly Example[]): readonly number[] {
  const width = signalNames.length
  const weights = new Float64Array(width)
  const mean = new Float64Array(width)
  const square = new Float64Array(width)
  for (let step = 1; step <= steps; step++) {
    const slope = weights.map((weight) => shrink * weight)
    for (const example of examples) addSlope(slope, example, weights, examples.length)
    for (let at = 0; at < width; at++) {
      const own = slope[at] ?? 0
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * own
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * own * own
      const size = Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** step)) + 1e-8
      weights[at] = (weights[at] ?? 0) - (rate * (mean[at] ?? 0)) / (1 - 0.9 ** step) / size
    }
  }
  return [...weights]
}

function addSlope(
  slope: Float64Array,
  { signals, isWanted }: Example,
  weights: Float64Array,
  count: number,
): void {
  const shares = scoresOf(signals, weights)
  const best = shares.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  let all = 0
  let wanted = 0
  for (let line = 0; line < shares.length; line++) {
    shares[line] = Math.exp((shares[line] ?? 0) - best)
    all += shares[line] ?? 0
    wanted += isWanted[line] ?? 0
  }
  for (let line = 0, at = 0; line < shares.length; line++) {
    const error = ((shares[line] ?? 0) / all - (isWanted[line] ?? 0) / wanted) / count
    for (let column = 0; column < weights.length; column++, at++)
      slope[column] = (slope[column] ?? 0) + error * (signals[at] ?? 0)
  }
}

function scoresOf(signals: Float64Array, weights: Float64Array): Float64Array {
  const scores = new Float64Array(signals.length / weights.length)
  for (let line = 0, at = 0; line < scores.length; line++) {
    let sum = 0
    for (let column = 0; column < weights.length; column++, at++)
      sum += (signals[at] ?? 0) * (weights[column] ?? 0)
    scores[line] = sum
  }
  return scores
}

function signalAt(signals: Signals, name: SignalName | undefined, line: number): number {
  return name === undefined ? 0 : (signals[name][line] ?? 0)
}

function written(weights: readonly number[]): string {
  const rows = signalNames.map((name, at) => `  ${name}: ${(weights[at] ?? 0).toFixed(2)},`)
  return `import type { SignalName } from './signals.ts'

/** What each signal is worth; written by \`npm run fit -- prune\`. */
export const weights: Readonly<Record<SignalName, number>> = {
${rows.join('\n')}
}
`
}
