import { asksForNumber } from '../goal/asked-values.ts'
import { cue } from '../logs/cue-words.ts'
import { signScore } from '../logs/own-scores.ts'
import { asksForExtreme, extremes } from '../records/extremes.ts'
import { standOut } from '../records/stand-out.ts'
import { bestOf } from '../select/order-by-score.ts'
import { farNumbers } from './far-numbers.ts'
import { goalWords, rarities } from './goal-words.ts'
import { lineIn } from './line-in.ts'
import { oddValues } from './odd-values.ts'
import { type ReadText, rowsOf } from './read-text.ts'
import { templatesOf } from './templates.ts'

/** What may speak for a line, one column each; what they are worth is fitted. */
export const signalNames = [
  'goalOfBest',
  'wide',
  'wideOfBest',
  'near',
  'named',
  'trouble',
  'rare',
  'rareSaid',
  'rareInBlock',
  'far',
  'farWhereMost',
  'odd',
  'numberOfGoal',
  'quiet',
  'atEnd',
  'known',
  'aboveKnown',
] as const

export type SignalName = (typeof signalNames)[number]
export type Signals = Readonly<Record<SignalName, Float64Array>>

/** What is known of lines beside what is weighed. */
export interface Facts {
  /** How much of the goal a line says in its own words. */
  readonly said: Float64Array
  /** What stands out in the columns of tables, and the ends of a column where they are asked for. */
  readonly standing: Float64Array
  readonly extreme: Float64Array
}

/** Every signal of every line; `known` flags the lines that a reader of their format would choose. */
export function signalsOf(
  text: ReadText,
  known: Uint8Array,
): { readonly signals: Signals; readonly facts: Facts } {
  const { lines, goal, scan, shapes } = text
  const templates = templatesOf(scan.template)
  const { own, withAbove, wide, wideWithAbove, named: namedWords } = goalWords(text, templates)
  const perLine = (of: (line: number) => number): Float64Array => {
    const column = new Float64Array(lines.count)
    for (let line = 0; line < lines.count; line++) column[line] = of(line)
    return column
  }
  const none = (): Float64Array => new Float64Array(lines.count)
  const best = Math.max(leastBest, bestOf(withAbove))
  const bestWide = Math.max(leastBest, bestOf(wideWithAbove))
  const rarity = rarities(lines.count)
  const fields = namedFields(text)
  const far = farNumbers(text)
  const isMost = asksForAmount(goal.text)
  const odd = oddValues(text)
  const isFew = odd.filter((score) => score > 0).length <= Math.max(2, lines.count * fewOdd)
  const rare = perLine((line) =>
    rarity(Math.max(fields[line] ?? 0, templates.times[templates.of[line] ?? 0] ?? 1)),
  )
  // What chooses much of a text says little of each line.
  const share = known.reduce((sum, flag) => sum + flag, 0) / Math.max(1, known.length)
  const isNumber = asksForNumber(goal.text)
  const isRow = rowsOf(text)
  const signals = {
    goalOfBest: withAbove.map((score) => score / best),
    wide,
    wideOfBest: wideWithAbove.map((score) => score / bestWide),
    near: perLine((line) => (isRow[line] === 1 ? 0 : bestBeside(wide, line))),
    named: isMost ? none() : namedWords,
    trouble: perLine((line) => Math.min(2, signScore(scan, line))),
    rare,
    rareSaid: perLine((line) =>
      rarity(Math.max(fields[line] ?? 0, shapes.timesSaid[shapes.said[line] ?? 0] ?? 1)),
    ),
    rareInBlock: bestInBlock(text, rare),
    far,
    farWhereMost: isMost ? far : none(),
    odd: isFew ? odd : none(),
    numberOfGoal: isNumber
      ? perLine((line) =>
          digit.test(lineIn(text, line)) ? (wideWithAbove[line] ?? 0) / bestWide : 0,
        )
      : none(),
    quiet: perLine((line) => Number(((scan.flags[line] ?? 0) & cue.quiet) !== 0)),
    atEnd: perLine((line) => Number(line >= lines.count - lastLines)),
    known: perLine((line) => (known[line] ?? 0) * (1 - share)),
    aboveKnown: perLine((line) => (isRow[line] === 1 ? 0 : (known[line + 1] ?? 0) * (1 - share))),
  }
  return { signals, facts: { said: own, ...inTables(text) } }
}

/** Programs end with how it went, which says little of why. */
const lastLines = 5

/** The best of the lines next to a line, of those beyond them half. */
function bestBeside(scores: Float64Array, line: number): number {
  const next = Math.max(scores[line - 1] ?? 0, scores[line + 1] ?? 0)
  return Math.max(next, (scores[line - 2] ?? 0) / 2, (scores[line + 2] ?? 0) / 2)
}

/** The best of the lines in the block that each line stands in. */
function bestInBlock({ blocks: { first } }: ReadText, scores: Float64Array): Float64Array {
  const best = new Float64Array(scores.length)
  for (let line = 0; line < scores.length; line++) {
    const block = first[line] ?? line
    best[block] = Math.max(best[block] ?? 0, scores[line] ?? 0)
  }
  for (let line = 0; line < scores.length; line++) best[line] = best[first[line] ?? line] ?? 0
  return best
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

function inTables({ tables, goal, lines }: ReadText): Pick<Facts, 'standing' | 'extreme'> {
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
