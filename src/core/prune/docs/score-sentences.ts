import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { queryOf } from '../units/query.ts'
import { rarityOf, scoreUnits } from '../units/score-units.ts'
import { indexTerms } from '../units/term-index.ts'
import type { DocsOutline } from './outline-docs.ts'

const scoring = { titleWeight: 1, lengthNorm: 0.4, rarityPower: 1 }
/** What a sentence has of the better of its neighbours: an answer often follows what it answers. */
const neighbourShare = 0.5

/** Per line, how well the best sentence on it answers the goal; a sentence may be wrapped over lines. */
export function scoreSentences(
  lines: Lines,
  outline: DocsOutline,
  goal: Goal,
  isExpired: () => boolean,
): Float64Array | undefined {
  const sentences = sentencesOf(lines, outline)
  const index = indexTerms(sentences, goal.language, isExpired)
  if (index === undefined) return undefined
  const units = Array.from({ length: sentences.count }, (_, at) => ({
    first: at,
    last: at,
    title: -1,
  }))
  const rarity = (term: number) => rarityOf(index.lineFrequency[term] ?? 0, sentences.count)
  const own = scoreUnits(index, units, queryOf(goal, index), rarity, scoring)
  return byLine(lines, sentences, own)
}

/** The best of the sentences that a line holds a piece of. */
function byLine(lines: Lines, sentences: Lines, own: Float64Array): Float64Array {
  const scores = new Float64Array(lines.count)
  let line = 0
  for (let at = 0; at < sentences.count; at++) {
    const beside = Math.max(own[at - 1] ?? 0, own[at + 1] ?? 0)
    const score = (own[at] ?? 0) + neighbourShare * beside
    const end = sentences.ends[at] ?? 0
    while ((lines.starts[line + 1] ?? end) <= (sentences.starts[at] ?? 0)) line += 1
    raiseTo(scores.subarray(line, lineAfter(lines, line, end)), score)
  }
  return scores
}

/** The first line after `from` that starts at or past `end`. */
function lineAfter({ starts, count }: Lines, from: number, end: number): number {
  let line = from
  while (line < count && (starts[line] ?? end) < end) line += 1
  return line
}

function raiseTo(scores: Float64Array, least: number): void {
  for (let at = 0; at < scores.length; at++) if ((scores[at] ?? 0) < least) scores[at] = least
}

/** Where a sentence ends: before another on the same line, or with the line. */
const boundary = /[.!?]["')\]]*(?:\s+(?=["'([]?[\p{Lu}\p{N}])|\s*$)/gu
/** An item, a row or a quotation begins a sentence of its own. */
const item = /^\s*(?:[-*+|>]|\d+[.)])\s/

/** Each sentence as a line of its own; a heading, an item, a row and a line of code are sentences too. */
function sentencesOf(lines: Lines, outline: DocsOutline): Lines {
  const cuts: Cuts = { starts: [], ends: [] }
  for (let line = 0; line < lines.count; line++) {
    if (outline.isBlank[line] !== 0) stop(cuts, lines.ends[line - 1] ?? 0)
    else cutLine(cuts, lines, outline, line)
  }
  stop(cuts, lines.text.length)
  const starts = Uint32Array.from([...cuts.starts, lines.text.length])
  return { text: lines.text, count: cuts.ends.length, starts, ends: Uint32Array.from(cuts.ends) }
}

interface Cuts {
  readonly starts: number[]
  readonly ends: number[]
}

function cutLine(cuts: Cuts, lines: Lines, outline: DocsOutline, line: number): void {
  const start = lines.starts[line] ?? 0
  const text = lines.text.slice(start, lines.ends[line])
  const isAlone = outline.headingLevel[line] !== 0 || outline.isFenced[line] !== 0
  if (isAlone || item.test(text)) stop(cuts, lines.ends[line - 1] ?? 0)
  if (cuts.starts.length === cuts.ends.length) cuts.starts.push(start)
  if (isAlone) stop(cuts, lines.ends[line] ?? 0)
  else cutSentences(cuts, text, start)
}

function cutSentences(cuts: Cuts, text: string, start: number): void {
  for (const found of text.matchAll(boundary)) {
    const next = found.index + found[0].length
    stop(cuts, start + next)
    if (next < text.length) cuts.starts.push(start + next)
  }
}

function stop({ starts, ends }: Cuts, end: number): void {
  if (starts.length > ends.length) ends.push(end)
}
