import { firstFilled, type Lines } from '../../text/lines.ts'
import { orderByScore } from '../select/order-by-score.ts'
import { addStructure } from './add-structure.ts'
import type { LineShapes } from './line-shapes.ts'
import type { RankedLines } from './rank-lines.ts'

/**
 * Lines are shown, likeliest first, until so much of the answer is likely among them; a line this far
 * below the best is none, and answers take so many characters at most.
 */
const cut = { likely: 0.93, below: 3.5, most: 2500 }

/** A line this far below the best comes without what belongs to it. */
const surelyBelow = 1

/** What the reader of a form chose stays where all of it is asked for and it is not too much. */
const readers = { chars: 8000, share: 0.25 }

/** Flags the lines that answer by all that speaks for them, and what they cannot be read without. */
export function chooseLines(ranked: RankedLines): Uint8Array {
  const { text, known, scores, compared } = ranked
  // Those that something speaks against are the last.
  const order = orderByScore(scores.map((score) => Math.max(0, score)))
  if (compared !== undefined) return addStructure(text, compared, order)
  const asked = askedOfReader(ranked)
  if (asked === 'rows' || isOneRecord(ranked, order[0] ?? 0))
    return addStructure(text, known, order)
  const best = scores[order[0] ?? 0] ?? 0
  const answers = bestLines(ranked, order, best)
  if (asked === 'all')
    for (let line = 0; line < known.length; line++) if (known[line] === 1) answers[line] = 1
  return addStructure(text, answers, order, (line) => (scores[line] ?? 0) >= best - surelyBelow)
}

/**
 * What the reader of a form is asked for and has found: the ends of a column or what is ill in it, which
 * the rows of a table say for certain; all failures, or all that is missing, to which more may belong.
 */
function askedOfReader(ranked: RankedLines): 'rows' | 'all' | 'nothing' {
  const { text, facts } = ranked
  const { goal, tables } = text
  const isExtreme = facts.extreme.some((rank) => rank > 0)
  const isWrong = tables.length > 0 && goal.asksWhatIsWrong
  if (!isExtreme && !isWrong && !goal.asksForFailures && !goal.asksForAbsence) return 'nothing'
  if (!isShort(ranked)) return 'nothing'
  return isExtreme || isWrong ? 'rows' : 'all'
}

/** From this on a line says what a goal is about. */
const saysIt = 0.6

/** Whether one record is asked for: its best line says so much of the goal. */
function isOneRecord({ isRecords, known, facts }: RankedLines, best: number): boolean {
  return isRecords && known[best] === 1 && (facts.said[best] ?? 0) >= saysIt
}

function isShort({ text: { lines }, known }: RankedLines): boolean {
  let chars = 0
  for (let line = 0; line < known.length; line++)
    if (known[line] === 1) chars += (lines.starts[line + 1] ?? 0) - (lines.starts[line] ?? 0)
  const most = Math.min(readers.chars, Math.max(cut.most, readers.share * lines.text.length))
  return chars > 0 && chars <= most
}

function isBlank({ text, starts, ends }: Lines, line: number): boolean {
  const end = ends[line] ?? 0
  return firstFilled(text, starts[line] ?? 0, end) >= end
}

/** Of lines that say the same and are not the best, so many are shown; of the best so many. */
const alike = { most: 3, best: 20, near: 0.3 }

function bestLines({ text, scores }: RankedLines, order: Uint32Array, best: number): Uint8Array {
  const { lines, shapes } = text
  const flags = new Uint8Array(scores.length)
  const isOneMoreShown = alikeCounter(shapes)
  const likely = likelihoods(lines, scores, best)
  let chars = 0
  let covered = 0
  for (const line of order) {
    if (covered >= cut.likely) break
    if (isBlank(lines, line)) continue
    const score = scores[line] ?? 0
    if (best - score > cut.below) break
    const cost = costOf(lines, flags, line)
    if (chars > 0 && chars + cost > cut.most) continue
    covered += likely[line] ?? 0
    if (!isOneMoreShown(line, score >= best - alike.near)) continue
    chars += cost
    flags[line] = 1
  }
  return flags
}

/** Counts the lines of each shape, up to as many as are shown. */
function alikeCounter({ said }: LineShapes): (line: number, isBest: boolean) => boolean {
  const shown = new Map<number, number>()
  return (line, isBest) => {
    const shape = said[line] ?? 0
    const times = shown.get(shape) ?? 0
    if (times >= (isBest ? alike.best : alike.most)) return false
    shown.set(shape, times + 1)
    return true
  }
}

/** How likely each line is the answer, as the weights were fitted: all of them together 1. */
function likelihoods(lines: Lines, scores: Float64Array, best: number): Float64Array {
  const likely = new Float64Array(scores.length)
  let all = 0
  for (let line = 0; line < scores.length; line++) {
    if (isBlank(lines, line)) continue
    const one = Math.exp((scores[line] ?? 0) - best)
    likely[line] = one
    all += one
  }
  for (let line = 0; line < likely.length; line++) likely[line] = (likely[line] ?? 0) / all
  return likely
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
