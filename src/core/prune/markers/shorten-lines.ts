import { foldText } from '../../text/fold.ts'
import { lineAt, splitLines } from '../../text/lines.ts'
import { complementRanges, type LineRange, mergeRanges } from '../../text/ranges.ts'
import { readGoal } from '../goal/goal.ts'
import { cutJson, type JsonCut } from '../json/cut-json.ts'
import { type MarkerLocale, markerWords } from './marker-words.ts'

/** Characters hidden inside one line; columns count UTF-16 units from 1, both ends included. */
export interface LineCut {
  readonly kind: 'pruned_columns'
  readonly line: number
  readonly start_column: number
  readonly end_column: number
  readonly marker: string
}

interface ShortenedText {
  /** As many lines as the text had, so that line numbers stay true. */
  readonly text: string
  readonly cuts: readonly LineCut[]
}

interface Shortening {
  readonly text: string
  readonly goal: string
  readonly pruneId: string
  /** Longer lines are cut inside: minified code, base64, JSON on one line. */
  readonly longestLine: number
  /** What may stay of the whole text: a line of JSON, pruned as its tree, has its share of it. */
  readonly budgetChars?: number
  readonly locale?: MarkerLocale | undefined
}

/** Shares of the allowed length given to the head, the tail, and the finds between them. */
const headShare = 0.4
const tailShare = 0.15
const aroundFind = 60

/** Hides the middle of very long lines, except around the words of the goal. */
export function shortenLines(shortening: Shortening): ShortenedText {
  const lines = splitLines(shortening.text)
  const terms = [...readGoal(shortening.goal).weights.keys()]
  const cuts: LineCut[] = []
  const pieces: string[] = []
  let copied = 0
  for (let index = 0; index < lines.count; index++) {
    const start = lines.starts[index] ?? 0
    if ((lines.ends[index] ?? 0) - start <= shortening.longestLine) continue
    pieces.push(shortening.text.slice(copied, start))
    const shortened = shortenLine(lineAt(lines, index), index + 1, terms, shortening)
    cuts.push(...shortened.cuts)
    pieces.push(shortened.text)
    copied = start + lineAt(lines, index).length
  }
  pieces.push(shortening.text.slice(copied))
  return { text: pieces.join(''), cuts }
}

function shortenLine(
  line: string,
  number: number,
  terms: readonly string[],
  shortening: Shortening,
): ShortenedText {
  const cuts: LineCut[] = []
  let text = ''
  let next = 1
  const json = jsonCut(line, shortening)
  const kept = json ? mergeRanges(json.kept) : keptColumns(line, terms, shortening)
  for (const gap of complementRanges(kept, line.length)) {
    const marker = columnMarker(shortening, number, gap, json?.nameOf(gap) ?? '')
    if (gap.end - gap.start + 1 <= marker.length) continue
    cuts.push({
      kind: 'pruned_columns',
      line: number,
      start_column: gap.start,
      end_column: gap.end,
      marker,
    })
    text += line.slice(next - 1, gap.start - 1) + marker
    next = gap.end + 1
  }
  return { text: text + line.slice(next - 1), cuts }
}

/** A line of JSON may keep its share of the budget: it is the text, not noise in it. */
function jsonCut(line: string, shortening: Shortening): JsonCut | undefined {
  const { text, goal, longestLine, budgetChars = 0 } = shortening
  const room = Math.max(longestLine, (budgetChars * line.length) / text.length)
  return cutJson(line, goal, room, markerChars)
}

/** About what a marker takes. */
const markerChars = 110

function keptColumns(
  line: string,
  terms: readonly string[],
  { longestLine }: Shortening,
): readonly LineRange[] {
  const head = Math.floor(longestLine * headShare)
  const tail = Math.floor(longestLine * tailShare)
  const ranges = [
    { start: 1, end: head },
    { start: line.length - tail + 1, end: line.length },
  ]
  let room = longestLine - head - tail
  for (const at of findsOf(line, terms)) {
    if (room < 2 * aroundFind) break
    ranges.push({ start: Math.max(1, at + 1 - aroundFind), end: at + aroundFind })
    room -= 2 * aroundFind
  }
  return mergeRanges(ranges).map((range) => wholeCharacters(line, range))
}

/** Where the goal's terms stand, one of each in turn, so that no frequent term takes all the room. */
function findsOf(line: string, terms: readonly string[]): readonly number[] {
  const folded = foldText(line)
  if (folded.length !== line.length) return []
  const next = new Map(terms.map((term) => [term, folded.indexOf(term)]))
  const finds: number[] = []
  while (finds.length < 64 && [...next.values()].some((at) => at >= 0)) {
    for (const [term, at] of next) {
      if (at < 0) continue
      finds.push(at)
      next.set(term, folded.indexOf(term, at + 2 * aroundFind))
    }
  }
  return finds
}

/** Never cuts a surrogate pair in two. */
function wholeCharacters(line: string, { start, end }: LineRange): LineRange {
  const isLow = (column: number) => {
    const code = line.charCodeAt(column - 1)
    return code >= 0xdc00 && code < 0xe000
  }
  return {
    start: start > 1 && isLow(start) ? start - 1 : start,
    end: isLow(end + 1) ? end + 1 : end,
  }
}

function columnMarker(
  { pruneId, locale }: Shortening,
  number: number,
  gap: LineRange,
  values: string,
): string {
  const count = gap.end - gap.start + 1
  const { pruned, line, columns, reason, longLine, plainReason } = markerWords(locale)
  const why = values === '' ? longLine : `${plainReason}: ${plainPointer(values)}`
  return `⟦${pruned}: prune_id=${pruneId} ${line} ${number} ${columns} ${gap.start}-${gap.end} (${count}) ${reason}=${why}⟧`
}

const longestPointer = 80

/** A pointer as a marker may carry it: on one line, without the signs that end a marker. */
function plainPointer(pointer: string): string {
  const plain = pointer.replace(/[⟦⟧\p{Cc}]/gu, ' ')
  return plain.length > longestPointer ? `${plain.slice(0, longestPointer)}…` : plain
}
