import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal.ts'
import { orderByScore } from '../order-by-score.ts'
import type { ScoredLines } from '../scored-lines.ts'
import { addStructure } from './add-structure.ts'
import { type ReadText, readText } from './read-text.ts'
import { type SignalName, type Signals, signalNames, signalsOf } from './signals.ts'
import { weights } from './weights.generated.ts'

/** What to choose from, and how much of it. */
export interface Choosing {
  readonly lines: Lines
  readonly goal: Goal
  /** The lines that a reader of this form of text chooses. */
  readonly known: Uint8Array
  /** Whether all of those stay, whatever else speaks for or against them. */
  readonly keepsKnown: boolean
  /** What the scorer of this form of text has read. */
  readonly read: Pick<ScoredLines, 'scan' | 'tables'>
  readonly isExpired: () => boolean
}

/** Longer texts go by what the reader of their form chooses. */
const mostLines = 20_000

/** A line this far below the best is no answer, once there are answers of so many characters. */
const cut = { below: 2, least: 400, most: 2500 }

/** The reader of a form is trusted where it chose all of so many best lines, and not too much. */
const trust = { lines: 3, chars: 8000 }

/** Flags the lines that answer by all that speaks for them, and what they cannot be read without. */
export function chooseLines({
  lines,
  goal,
  known,
  keepsKnown,
  read,
  isExpired,
}: Choosing): Uint8Array {
  if (lines.count > mostLines) return known
  const text = readText(lines, goal, read, isExpired)
  if (text === undefined) return known
  const signals = signalsOf(text, known)
  const scores = scoresOf(signals)
  const unknown = { ...signals, known: new Float64Array(lines.count) }
  const isKnown = keepsKnown || isTrusted(lines, scoresOf(unknown), known)
  const answers = isKnown ? known : bestLines(text, scores)
  return addStructure(text, answers, scores)
}

/** So far ahead of the next, a line leaves no doubt. */
const sure = 3

/** Whether what speaks for lines of any text speaks for those that were chosen. */
function isTrusted(lines: Lines, scores: Float64Array, known: Uint8Array): boolean {
  let chars = 0
  known.forEach((flag, line) => {
    if (flag === 1) chars += (lines.starts[line + 1] ?? 0) - (lines.starts[line] ?? 0)
  })
  if (chars > trust.chars || chars === 0) return false
  const order = [...orderByScore(scores.map((score) => Math.max(0, score)))].filter(
    (line) => !isBlank(lines, line),
  )
  const other = order.find((line) => known[line] === 0)
  const first = scores[order[0] ?? 0] ?? 0
  if (other === undefined || first - (scores[other] ?? 0) >= sure) return true
  return order.slice(0, trust.lines).every((line) => known[line] === 1)
}

function isBlank({ text, starts, ends }: Lines, line: number): boolean {
  return text.slice(starts[line], ends[line]).trim() === ''
}

/** The signals of each line, weighed. */
function scoresOf(signals: Signals): Float64Array {
  const scores = new Float64Array(signals.goal.length)
  for (const name of signalNames) {
    const weight = weightOf(name)
    signals[name].forEach((value, line) => {
      scores[line] = (scores[line] ?? 0) + weight * value
    })
  }
  return scores
}

function weightOf(name: SignalName): number {
  return weights[name]
}

/** Of lines that say the same and are not the best, so many are shown; of the best so many. */
const alike = { most: 3, best: 20, near: 0.3 }

function bestLines(text: ReadText, scores: Float64Array): Uint8Array {
  const { lines, shapes } = text
  const flags = new Uint8Array(scores.length)
  const shown = new Map<number, number>()
  const usual = usualScores(text, scores)
  const order = orderByScore(scores.map((score) => Math.max(0, score)))
  const best = scores[order[0] ?? 0] ?? 0
  let chars = 0
  let before = best
  for (const line of order) {
    const score = scores[line] ?? 0
    if (chars >= cut.least && score < best - cut.below) break
    if (isBlank(lines, line)) continue
    if (before - score >= sure) break
    before = score
    const cost = costOf(lines, flags, line)
    if (chars > 0 && chars + cost > cut.most) continue
    const shape = shapes.said[line] ?? 0
    const times = shown.get(shape) ?? 0
    const isBest = score >= best - alike.near
    if (times >= (isBest ? alike.best : alike.most)) continue
    if (!isBest && score <= (usual[shape] ?? 0) + alike.near) continue
    shown.set(shape, times + 1)
    chars += cost
    flags[line] = 1
  }
  return flags
}

/** Lines that so many others are like are routine, but for those that score more. */
const routine = 10

/** Per shape, what its lines score at least where it is routine; of others nothing. */
function usualScores({ shapes }: ReadText, scores: Float64Array): Float64Array {
  const usual = Float64Array.from(shapes.timesSaid, (times) =>
    times > routine ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
  )
  shapes.said.forEach((shape, line) => {
    usual[shape] = Math.min(usual[shape] ?? 0, scores[line] ?? 0)
  })
  return usual.map((least, shape) => ((shapes.timesSaid[shape] ?? 0) > routine ? least : -100))
}

/** A gap of fewer lines is not worth a marker: it is shown. */
const worthyGap = 3

/** What a line costs, with the short gaps to the answers beside it. */
function costOf({ starts }: Lines, flags: Uint8Array, line: number): number {
  let [first, last] = [line, line]
  for (let step = 1; step <= worthyGap; step++) {
    if (flags[line - step] === 1) first = Math.min(first, line - step + 1)
    if (flags[line + step] === 1) last = Math.max(last, line + step - 1)
  }
  return (starts[last + 1] ?? 0) - (starts[first] ?? 0)
}
