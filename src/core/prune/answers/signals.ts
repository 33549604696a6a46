import { asksForNumber, valueAsked } from '../goal/asked-values.ts'
import { cue } from '../logs/cue-words.ts'
import { signScore } from '../logs/own-scores.ts'
import { shape } from '../logs/scan-log.ts'
import { asksForExtreme, extremes } from '../records/extremes.ts'
import { standOut } from '../records/stand-out.ts'
import { bestOf } from '../select/order-by-score.ts'
import { farNumbers } from './far-numbers.ts'
import { goalWords, rarities } from './goal-words.ts'
import { oddValues } from './odd-values.ts'
import { lineIn, type ReadText } from './read-text.ts'
import { templatesOf } from './templates.ts'

/** What a text may say for a line, one column each. */
export const textSignals = [
  'goal',
  'goalOfBest',
  'wide',
  'wideOfBest',
  'focus',
  'named',
  'trouble',
  'rare',
  'rareSaid',
  'standing',
  'extreme',
  'far',
  'farWhereMost',
  'odd',
  'oddAlone',
  'value',
  'number',
  'numberOfGoal',
  'passed',
  'quiet',
] as const

/** What may speak for a line, one column each; what they are worth is fitted. */
export const signalNames = [...textSignals, 'known'] as const

export type SignalName = (typeof signalNames)[number]
export type Signals = Readonly<Record<SignalName, Float64Array>>

/** Every signal of every line; `known` flags the lines that a reader of their format would choose. */
export function signalsOf(text: ReadText, known: Uint8Array): Signals {
  const { lines, goal, scan, shapes } = text
  const templates = templatesOf(scan.template)
  const {
    own,
    withAbove,
    wide,
    wideWithAbove,
    focus,
    named: namedWords,
  } = goalWords(text, templates)
  const perLine = (of: (line: number) => number): Float64Array => {
    const column = new Float64Array(lines.count)
    for (let line = 0; line < lines.count; line++) column[line] = of(line)
    return column
  }
  const flag = (bits: number) => perLine((line) => Number(((scan.flags[line] ?? 0) & bits) !== 0))
  const best = Math.max(leastBest, bestOf(withAbove))
  const bestWide = Math.max(leastBest, bestOf(wideWithAbove))
  const rarity = rarities(lines.count)
  const named = namedFields(text)
  const far = farNumbers(text)
  const isMost = Number(asksForAmount(goal.text))
  const value = valueAsked(goal.text)
  const { standing, extreme } = inTables(text)
  const odd = oddValues(text)
  const isFew = odd.filter((score) => score > 0).length <= Math.max(2, lines.count * fewOdd)
  const number = asksForNumber(goal.text)
    ? perLine((line) => Number(digit.test(lineIn(text, line))))
    : new Float64Array(lines.count)
  return {
    goal: own,
    goalOfBest: withAbove.map((score) => score / best),
    wide,
    wideOfBest: wideWithAbove.map((score) => score / bestWide),
    focus,
    named: isMost === 1 ? new Float64Array(lines.count) : namedWords,
    trouble: perLine((line) => Math.min(2, signScore(scan, line))),
    rare: perLine((line) =>
      rarity(Math.max(named[line] ?? 0, templates.times[templates.of[line] ?? 0] ?? 1)),
    ),
    rareSaid: perLine((line) =>
      rarity(Math.max(named[line] ?? 0, shapes.timesSaid[shapes.said[line] ?? 0] ?? 1)),
    ),
    standing,
    extreme,
    far,
    farWhereMost: far.map((score) => score * isMost),
    value:
      value === undefined
        ? new Float64Array(lines.count)
        : perLine((line) => Number(value.test(lineIn(text, line)))),
    odd,
    oddAlone: isFew ? odd : new Float64Array(lines.count),
    number,
    numberOfGoal: number.map((is, line) => (is * (wideWithAbove[line] ?? 0)) / bestWide),
    passed: flag(shape.passed),
    quiet: flag(cue.quiet),
    known: new Float64Array(known),
  }
}

const leastBest = 0.05
/** Odd values on more lines than this share are how the text is. */
const fewOdd = 0.05
const digit = /\d/

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

/** A key with its value, perhaps an item of a list. */
const field = /^(\s*(?:- )?["']?[A-Za-z_$][\w.$-]{0,40}["']?\s*[:=])\s+(\S.*)$/
const fewestTimes = 3
/** Of the values of a field, so many differ where it holds names. */
const mostlyDifferent = 0.5

/**
 * How many lines have the field of each line, where its values are nearly all different: such a field
 * holds names, and none of them is rare for being unlike the others. 0 for every other line.
 */
export function namedFields(text: ReadText): Uint32Array {
  const fields = new Map<string, { readonly lines: number[]; readonly values: Set<string> }>()
  for (let line = 0; line < text.lines.count; line++) {
    const [, key, value] = field.exec(lineIn(text, line)) ?? []
    if (key === undefined || value === undefined) continue
    const known = fields.get(key) ?? { lines: [], values: new Set<string>() }
    known.lines.push(line)
    known.values.add(value)
    fields.set(key, known)
  }
  const times = new Uint32Array(text.lines.count)
  for (const { lines, values } of fields.values())
    if (lines.length >= fewestTimes && values.size > lines.length * mostlyDifferent)
      for (const line of lines) times[line] = lines.length
  return times
}
