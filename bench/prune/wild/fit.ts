import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownLines } from '../../../src/core/prune/answers/known-lines.ts'
import { readText } from '../../../src/core/prune/answers/read-text.ts'
import { type SignalName, signalNames, signalsOf } from '../../../src/core/prune/answers/signals.ts'
import { readGoal } from '../../../src/core/prune/goal/goal.ts'
import { translateGoal } from '../../../src/core/prune/goal/translate-goal.ts'
import { scoreLines } from '../../../src/core/prune/score-lines.ts'
import { splitLines } from '../../../src/core/text/lines.ts'
import { labelledGroups } from '../recall.ts'
import { readCases, type WildCase } from './read-cases.ts'

const target = join(import.meta.dirname, '../../../src/core/prune/answers/weights.generated.ts')
const folds = 8
const steps = 300
const rate = 0.1
const shrink = 0.003

/** One case: the program that printed it, the signals of each line, and which lines are wanted. */
interface Example {
  readonly program: string
  readonly signals: readonly (readonly number[])[]
  readonly isWanted: Uint8Array
}

/** `npm run fit -- prune`: what each signal is worth, by the cases that were looked at. */
export function fitPrune(): void {
  const cases = [...readCases('open'), ...readCases('looked-at')]
  const examples = cases.flatMap((one) => exampleOf(one) ?? [])
  const programs = [...new Set(examples.map(({ program }) => program))]
  const left = examples.map(({ program }) => programs.indexOf(program) % folds)
  const ranks = Array.from({ length: folds }, (_, fold) => {
    const weights = fit(examples.filter((_, at) => left[at] !== fold))
    return examples.filter((_, at) => left[at] === fold).map((one) => rankOfFirst(one, weights))
  }).flat()
  const within = (count: number): string =>
    (ranks.filter((rank) => rank < count).length / ranks.length).toFixed(3)
  console.log(`${examples.length} cases of ${programs.length} programs`)
  console.log('a wanted line among the first 1, 3, 8 of a text whose program was left out:')
  console.log(`${within(1)} ${within(3)} ${within(8)}`)
  writeFileSync(target, written(fit(examples)))
}

function exampleOf(one: WildCase): Example | undefined {
  if (one.isAbsent || one.holds.length > 0) return undefined
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
  const signals = signalsOf(text, known)
  // As it is weighed: what chooses much of a text says little of each line.
  const share = known.reduce((sum, flag) => sum + flag, 0) / Math.max(1, known.length)
  const valueAt = (name: SignalName, line: number): number =>
    (signals[name][line] ?? 0) * (name === 'known' ? 1 - share : 1)
  const isWanted = new Uint8Array(lines.count)
  for (const line of labelledGroups(one, lines.count).flat()) isWanted[line] = 1
  return {
    program: one.format,
    signals: Array.from(isWanted, (_, line) => signalNames.map((name) => valueAt(name, line))),
    isWanted,
  }
}

/** Softmax over the lines of a text, each case counting once; Adam, a little shrinking. */
function fit(examples: readonly Example[]): readonly number[] {
  let weights = signalNames.map(() => 0)
  const mean = signalNames.map(() => 0)
  const square = signalNames.map(() => 0)
  for (let step = 1; step <= steps; step++) {
    const slope = weights.map((weight) => shrink * weight)
    for (const example of examples) addSlope(slope, example, weights, examples.length)
    weights = weights.map((weight, at) => {
      const own = slope[at] ?? 0
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * own
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * own * own
      const size = Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** step)) + 1e-8
      return weight - (rate * (mean[at] ?? 0)) / (1 - 0.9 ** step) / size
    })
  }
  return weights
}

function addSlope(
  slope: number[],
  { signals, isWanted }: Example,
  weights: readonly number[],
  count: number,
): void {
  const scores = signals.map((row) => dot(row, weights))
  const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  const shares = scores.map((score) => Math.exp(score - best))
  const all = shares.reduce((sum, share) => sum + share, 0)
  const wanted = isWanted.reduce((sum, flag) => sum + flag, 0)
  signals.forEach((row, line) => {
    const error = (shares[line] ?? 0) / all - (isWanted[line] ?? 0) / wanted
    row.forEach((value, at) => {
      slope[at] = (slope[at] ?? 0) + (error * value) / count
    })
  })
}

function rankOfFirst({ signals, isWanted }: Example, weights: readonly number[]): number {
  const scores = signals.map((row) => dot(row, weights))
  const best = scores.reduce(
    (most, score, line) => (isWanted[line] === 1 ? Math.max(most, score) : most),
    Number.NEGATIVE_INFINITY,
  )
  return scores.filter((score) => score > best).length
}

function dot(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
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
