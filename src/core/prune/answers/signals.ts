import { valueAsked } from '../asked-values.ts'
import { cue } from '../logs/cue-words.ts'
import { signScore } from '../logs/own-scores.ts'
import { shape } from '../logs/scan-log.ts'
import { bestOf } from '../order-by-score.ts'
import { asksForExtreme, extremes } from '../records/extremes.ts'
import { standOut } from '../records/stand-out.ts'
import { farNumbers } from './far-numbers.ts'
import { goalWords, rarity } from './goal-words.ts'
import { lineIn, type ReadText } from './read-text.ts'

/** What may speak for a line, one column each; what they are worth is fitted. */
export const signalNames = [
  'goal',
  'goalOfBest',
  'trouble',
  'rare',
  'rareSaid',
  'standing',
  'extreme',
  'far',
  'farWhereMost',
  'value',
  'passed',
  'quiet',
  'known',
] as const

export type SignalName = (typeof signalNames)[number]
export type Signals = Readonly<Record<SignalName, Float64Array>>

/** Every signal of every line; `known` flags the lines that a reader of their format would choose. */
export function signalsOf(text: ReadText, known: Uint8Array): Signals {
  const { lines, goal, scan, shapes } = text
  const { own, withAbove } = goalWords(text)
  const perLine = (of: (line: number) => number): Float64Array =>
    Float64Array.from({ length: lines.count }, (_, line) => of(line))
  const flag = (bits: number) => perLine((line) => Number(((scan.flags[line] ?? 0) & bits) !== 0))
  const best = Math.max(leastBest, bestOf(withAbove))
  const times = timesOf(scan.template)
  const rare = perLine((line) => rarity(times.get(scan.template[line] ?? 0) ?? 1, lines.count))
  const trouble = perLine((line) => Math.min(2, signScore(scan, line)))
  const far = farNumbers(text)
  const isMost = Number(asksForAmount(goal.text))
  const value = valueAsked(goal.text)
  const { standing, extreme } = inTables(text)
  return {
    goal: own,
    goalOfBest: withAbove.map((score) => score / best),
    trouble,
    rare,
    rareSaid: perLine((line) => rarity(shapes.timesSaid[shapes.said[line] ?? 0] ?? 1, lines.count)),
    standing,
    extreme,
    far,
    farWhereMost: far.map((score) => score * isMost),
    value: perLine((line) => Number(value?.test(lineIn(text, line)) ?? false)),
    passed: flag(shape.passed),
    quiet: flag(cue.quiet),
    known: Float64Array.from(known),
  }
}

const leastBest = 0.05

/** Asking for the most of something, or for too much of it. */
const amount =
  /\b(?:big|large|slow|heavy|huge|expensive|costly|long|worst|fills?|full|spent|too (?:much|many)|far more|lent\w*|gros\w*|lourd\w*|trop)\b/i

function asksForAmount(goal: string): boolean {
  return asksForExtreme(goal) || amount.test(goal)
}

/** What stands out in the columns of tables, and the ends of a column where they are asked for. */
function inTables({ tables, goal, lines }: ReadText): {
  readonly standing: Float64Array
  readonly extreme: Float64Array
} {
  const standing = new Float64Array(lines.count)
  const extreme = new Float64Array(lines.count)
  for (const table of tables) {
    standOut(table).forEach((score, at) => {
      const row = table.rows[at]
      if (row !== undefined) standing[row.first] = Math.min(2, score)
    })
    for (const [rank, row] of extremes(table, goal.text).entries())
      extreme[row.first] = 1 / (1 + rank)
  }
  return { standing, extreme }
}

function timesOf(ids: Int32Array): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
