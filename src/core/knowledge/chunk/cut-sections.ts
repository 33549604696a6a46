import { type Lines, splitLines } from '../../text/lines.ts'
import type { Section } from './section.ts'

/** A piece of a text small enough to be shown whole. Joined, the pieces are the text. */
export interface Piece {
  readonly text: string
  readonly headingPath: readonly string[]
  /** 1-based and inclusive. */
  readonly startLine: number
  readonly endLine: number
  readonly page?: number
}

/** About 600 tokens: long enough to answer from, short enough to show five of. */
export const longestPiece = 2400
/** Neighbouring sections are joined while they stay below this: a heading alone says little. */
const smallPiece = 400

/**
 * Cuts long sections at paragraphs, lines, sentences or words, in this order, and joins tiny ones;
 * not those of code, where a section is a definition and stands for itself.
 */
export function cutSections(
  text: string,
  sections: readonly Section[],
  isJoined = true,
): readonly Piece[] {
  const lines = splitLines(text)
  return (isJoined ? joinSmall(sections) : sections).flatMap((section) =>
    cuts(text, section).map(({ start, end }) => ({
      text: text.slice(start, end),
      headingPath: section.headingPath,
      startLine: lineOf(lines, start) + 1,
      endLine: lineOf(lines, end - 1) + 1,
      ...(section.page === undefined ? {} : { page: section.page }),
    })),
  )
}

function joinSmall(sections: readonly Section[]): readonly Section[] {
  const joined: Section[] = []
  for (const section of sections) {
    const last = joined.at(-1)
    if (last && section.end - last.start <= smallPiece && last.page === section.page)
      joined[joined.length - 1] = {
        ...section,
        start: last.start,
        headingPath: commonPath(last, section),
      }
    else joined.push(section)
  }
  return joined
}

/** Every heading of both, so that none is lost to the search. */
function commonPath(first: Section, second: Section): readonly string[] {
  return [...new Set([...first.headingPath, ...second.headingPath])]
}

interface Cut {
  readonly start: number
  readonly end: number
}

function cuts(text: string, { start, end }: Section): readonly Cut[] {
  const found: Cut[] = []
  let from = start
  while (end - from > longestPiece) {
    const isNearlyDone = end - from < longestPiece + smallPiece
    // A last piece of a line or two would say nothing of its own: two halves do.
    const to = cutPoint(text, from, isNearlyDone ? Math.ceil((end - from) * 0.6) : longestPiece)
    found.push({ start: from, end: to })
    from = to
  }
  if (end > from) found.push({ start: from, end })
  return found
}

/** Each says where a piece may end, the best places first. */
const breaks: readonly RegExp[] = [/\n[ \t\r]*\n/g, /\n/g, /[.!?。！？](?=\s|$)\s*/g, /\s/g]

function cutPoint(text: string, from: number, size: number): number {
  const window = text.slice(from, from + size)
  for (const place of breaks) {
    const ends = [...window.matchAll(place)].map((match) => match.index + match[0].length)
    const last = ends.at(-1)
    if (last !== undefined && last >= size / 3) return from + last
  }
  // Never between the halves of a character.
  const isHigh = /[\ud800-\udbff]/.test(window.at(-1) ?? '')
  return from + size - (isHigh ? 1 : 0)
}

function lineOf(lines: Lines, offset: number): number {
  let low = 0
  let high = Math.max(0, lines.count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
