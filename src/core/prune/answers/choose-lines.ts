import { firstFilled, type Lines } from '../../text/lines.ts'
import { asksForExtreme } from '../records/extremes.ts'
import { orderByScore } from '../select/order-by-score.ts'
import { addStructure } from './add-structure.ts'
import type { RankedLines } from './rank-lines.ts'
import type { ReadText } from './read-text.ts'

/**
 * Lines are shown, likeliest first, until the answer is among them so likely; a line this far below the
 * best is none, and answers take so many characters at most.
 */
const cut = { likely: 0.9, below: 4, most: 2500 }

/** A line this far below the best comes without what belongs to it. */
const surelyBelow = 1

/**
 * The reader of a form is trusted where it chose all of so many best lines, and not too much; that of
 * prose where it chose a few sentences, and that of records where one says so much of the goal.
 */
const trust = { lines: 3, chars: 8000, share: 0.25, sentences: 1250, said: 0.6 }

/** Flags the lines that answer by all that speaks for them, and what they cannot be read without. */
export function chooseLines(ranked: RankedLines): Uint8Array {
  const { text, known, scores } = ranked
  const order = placesOf(scores)
  if (isTrusted(ranked) || isOneRecord(ranked, order[0] ?? 0))
    return addStructure(text, known, order)
  const least = (scores[order[0] ?? 0] ?? 0) - surelyBelow
  const answers = bestLines(ranked, order)
  return addStructure(text, answers, order, (line) => (scores[line] ?? 0) >= least)
}

/** Lines from best to worst; those that something speaks against are the last. */
function placesOf(scores: Float64Array): Uint32Array {
  return orderByScore(scores.map((score) => Math.max(0, score)))
}

/** So far ahead of the next, a line leaves no doubt. */
const sure = 3

/**
 * Whether the choice of the reader stands as it is: the ends of a column, all that is missing, or all
 * failures where what speaks for lines of any text speaks for those.
 */
function isTrusted({
  text: { lines, goal },
  others: scores,
  known,
  signals,
  isProse,
}: RankedLines): boolean {
  const isExtreme = asksForExtreme(goal.text) && signals.extreme.some((rank) => rank > 0)
  const isAll = goal.asksForFailures || goal.asksForAbsence
  if (!isAll && !isExtreme && !isProse) return false
  let chars = 0
  for (let line = 0; line < known.length; line++)
    if (known[line] === 1) chars += (lines.starts[line + 1] ?? 0) - (lines.starts[line] ?? 0)
  const most = Math.min(trust.chars, Math.max(cut.most, trust.share * lines.text.length))
  if (chars > most || chars === 0) return false
  // What is missing is no word of a line: readers look for it, signals cannot.
  if (goal.asksForAbsence || isExtreme || (isProse && chars <= trust.sentences)) return true
  let first = -1
  let before = 0
  for (const line of placesOf(scores)) {
    if (isBlank(lines, line)) continue
    if (first < 0) first = line
    if (known[line] === 0)
      return before >= trust.lines || (scores[first] ?? 0) - (scores[line] ?? 0) >= sure
    before += 1
  }
  return true
}

/** Whether one record is asked for: its best line says so much of the goal. */
function isOneRecord({ isRecords, known, signals }: RankedLines, best: number): boolean {
  return isRecords && known[best] === 1 && (signals.goal[best] ?? 0) >= trust.said
}

function isBlank({ text, starts, ends }: Lines, line: number): boolean {
  const end = ends[line] ?? 0
  return firstFilled(text, starts[line] ?? 0, end) >= end
}

/** Of lines that say the same and are not the best, so many are shown; of the best so many. */
const alike = { most: 3, best: 20, near: 0.3 }

function bestLines({ text, scores, signals }: RankedLines, order: Uint32Array): Uint8Array {
  const { lines, shapes } = text
  const isNamed = (line: number): boolean => signals.named[line] === 1
  // Where what is named answers best, what does not name it is no answer.
  const isAboutNamed = isNamed(order[0] ?? 0)
  const flags = new Uint8Array(scores.length)
  const shown = new Map<number, number>()
  const usual = usualScores(text, scores)
  const best = scores[order[0] ?? 0] ?? 0
  const likely = likelihoods(lines, scores, best)
  let chars = 0
  let covered = 0
  for (const line of order) {
    if (covered >= cut.likely) break
    if (isBlank(lines, line)) continue
    const score = scores[line] ?? 0
    if (best - score > cut.below) break
    if (isAboutNamed && !isNamed(line)) continue
    const cost = costOf(lines, flags, line)
    if (chars > 0 && chars + cost > cut.most) continue
    covered += likely[line] ?? 0
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

/** Lines that so many others are like are routine, but for those that score more. */
const routine = 10

/** Per shape, what its lines score at least where it is routine; of others nothing. */
function usualScores({ shapes }: ReadText, scores: Float64Array): Float64Array {
  const usual = new Float64Array(shapes.timesSaid.length)
  for (let shape = 0; shape < usual.length; shape++)
    usual[shape] = (shapes.timesSaid[shape] ?? 0) > routine ? Number.POSITIVE_INFINITY : -100
  for (let line = 0; line < scores.length; line++) {
    const shape = shapes.said[line] ?? 0
    const score = scores[line] ?? 0
    if ((shapes.timesSaid[shape] ?? 0) > routine && score < (usual[shape] ?? 0))
      usual[shape] = score
  }
  return usual
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
