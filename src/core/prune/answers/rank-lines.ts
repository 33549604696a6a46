import type { Lines } from '../../text/lines.ts'
import { comparedLines } from '../compare/compared-lines.ts'
import type { Goal } from '../goal/goal.ts'
import { type ScoredLines, why } from '../scored-lines.ts'
import { bestOf, orderByScore } from '../select/order-by-score.ts'
import { addStructure } from './add-structure.ts'
import { knownLines } from './known-lines.ts'
import { lineIn } from './line-in.ts'
import { type ReadText, readText } from './read-text.ts'
import { type Facts, type Signals, signalNames, signalsOf } from './signals.ts'
import { weights } from './weights.generated.ts'

/** Lines ordered by all that speaks for them in a text of any form. */
export interface RankedLines {
  readonly text: ReadText
  readonly signals: Signals
  readonly facts: Facts
  /** Flags the lines that a reader of this form of text chooses. */
  readonly known: Uint8Array
  /** What speaks for each line, weighed. */
  readonly scores: Float64Array
  /** Flags the lines on the side of a bound that the goal names, where it names one. */
  readonly compared: Uint8Array | undefined
  /** Whether all of the text is records of many lines. */
  readonly isRecords: boolean
}

/** Longer texts go by what the reader of their form says. */
const mostLines = 20_000

/** The lines that the reader of a form chooses, with what they cannot be read without. */
export function knownWhole(
  lines: Lines,
  goal: Goal,
  scored: ScoredLines,
  isExpired: () => boolean,
): Uint8Array | undefined {
  const known = knownLines(scored)
  if (known === undefined || !isRanked(lines, scored)) return known
  const text = readText(lines, goal, scored, isExpired)
  return text === undefined ? known : addStructure(text, known, orderByScore(scored.scores))
}

function isRanked(lines: Lines, { isTree = false }: ScoredLines): boolean {
  return lines.count <= mostLines && !isTree
}

/** Weighs what speaks for each line; `undefined` where that is not read, or the time ran out. */
export function rankLines(
  lines: Lines,
  goal: Goal,
  scored: ScoredLines,
  isExpired: () => boolean,
): RankedLines | undefined {
  if (!isRanked(lines, scored)) return undefined
  const known = knownLines(scored)
  const text = known === undefined ? undefined : readText(lines, goal, scored, isExpired)
  if (known === undefined || text === undefined) return undefined
  const { signals, facts } = signalsOf(text, known)
  const compared = comparedLines({
    ...{ count: lines.count, tables: text.tables, goal },
    lineAt: (line) => lineIn(text, line),
  })
  const scores = weighed(signals).map(
    (score, line) => score + worthOfCompared * (compared?.[line] ?? 0),
  )
  return {
    text,
    signals,
    facts,
    known,
    scores,
    compared,
    isRecords: scored.isRecords === true,
  }
}

/** A line on the side of a bound that is asked for comes before all others. */
const worthOfCompared = 8

function weighed(signals: Signals): Float64Array {
  const scores = new Float64Array(signals.wide.length)
  for (const name of signalNames) {
    const weight = weights[name]
    const column = signals[name]
    for (let line = 0; line < scores.length; line++)
      scores[line] = (scores[line] ?? 0) + weight * (column[line] ?? 0)
  }
  return scores
}

/** A line this far below the best has no reason to stay. */
const mostBelow = 6

/** The same as a scorer says it: what each line is worth, from where on, and why. */
export function scoredByRank(scored: ScoredLines, ranked: RankedLines): ScoredLines {
  const scores = ranked.scores.map((score) => Math.max(0, score))
  return {
    ...scored,
    scores,
    floor: Math.max(0, bestOf(scores) - mostBelow),
    isGoalFound: scored.isGoalFound || ranked.compared !== undefined,
    reasons: () => reasonsOf(ranked),
  }
}

/** From this on a number, or a value of a column, stands out. */
const standing = 0.5

function reasonsOf({ signals, facts, known }: RankedLines): Uint8Array {
  const stands = (line: number): boolean =>
    [facts.standing, facts.extreme, signals.far].some((one) => (one[line] ?? 0) >= standing)
  return known.map(
    (_, line) =>
      ((facts.said[line] ?? 0) > 0 ? why.goal : 0) |
      ((signals.trouble[line] ?? 0) > 0 ? why.error : 0) |
      (stands(line) ? why.standout : 0),
  )
}
