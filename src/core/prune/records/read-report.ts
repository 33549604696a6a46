import type { LineOf, RecordKind, TextRecord } from './text-record.ts'

/** How one program reports: what opens a record, what belongs to it, what tells most. */
export interface ReportRule {
  readonly name: string
  /** What the line opens, if it opens a record. */
  readonly opens: (at: ReportPlace) => RecordKind | undefined
  /** Whether the line under the head is part of it. */
  readonly isHead?: (line: string) => boolean
  /** Lines just above the head that belong to the record. */
  readonly isBefore?: (line: string) => boolean
  /** Whether the line goes on with the record that `head` opened. */
  readonly continues: (at: ReportPlace, head: string) => boolean
  /** Which lines from `first` to `last` tell most, beside the head. */
  readonly gistOf: (first: number, last: number, lineOf: LineOf) => readonly number[]
  /** Whether the line is one that the records below it stand under: a file, a function. */
  readonly isTitle?: (line: string) => boolean
}

/** A line, and the lines around it for those that need to look. */
interface ReportPlace {
  readonly line: string
  readonly index: number
  readonly lineOf: LineOf
}

/** Further back no line belongs to a record: a bound on the work. */
const mostBefore = 40

/** The record that a line opens, if it opens one; `floor` is the first line no earlier record has. */
export function recordAt(
  rule: ReportRule,
  index: number,
  { count, lineOf, floor }: { count: number; lineOf: LineOf; floor: number },
): TextRecord | undefined {
  const head = lineOf(index)
  const kind = rule.opens({ line: head, index, lineOf })
  if (kind === undefined) return undefined
  let headLast = index
  while (headLast + 1 < count && rule.isHead?.(lineOf(headLast + 1)) === true) headLast += 1
  let last = headLast
  for (let next = headLast + 1; next < count; next++) {
    const line = lineOf(next)
    if (!rule.continues({ line, index: next, lineOf }, head)) break
    if (line.trim() !== '') last = next
  }
  let first = index
  const earliest = Math.max(floor, index - mostBefore)
  while (first > earliest && rule.isBefore?.(lineOf(first - 1)) === true) first -= 1
  const gist = [
    ...(first < index ? rule.gistOf(first, index - 1, lineOf) : []),
    ...(last > headLast ? rule.gistOf(headLast + 1, last, lineOf) : []),
  ]
  return { first, last, headFirst: index, headLast, kind, gist, under: -1 }
}

/** The nearest title above a head, no further up than `floor`; -1 where there is none. */
export function titleAbove(
  { isTitle }: ReportRule,
  head: number,
  floor: number,
  lineOf: LineOf,
): number {
  if (isTitle === undefined) return -1
  for (let index = head - 1; index >= Math.max(floor, head - mostBefore); index--)
    if (isTitle(lineOf(index))) return index
  return -1
}

/** Lines that match, the first so many of them. */
export function matching(pattern: RegExp, most: number): ReportRule['gistOf'] {
  return (first, last, lineOf) => {
    const found: number[] = []
    for (let index = first; index <= last && found.length < most; index++) {
      if (pattern.test(lineOf(index))) found.push(index)
    }
    return found
  }
}

/** The first lines that are not blank. */
export const firstLines = (most: number): ReportRule['gistOf'] => matching(/\S/, most)

/** How far a line is indented. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
