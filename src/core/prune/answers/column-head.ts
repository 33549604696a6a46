import { isSpace } from '../../text/lines.ts'
import { endIn, lineIn } from './line-in.ts'
import type { ReadText } from './read-text.ts'

const rule = /^[\s|+]*[-=─━═]{2}[-=─━═+|\s]*$/
const furthest = 400
const fewestRows = 2

/** The line of column names over each row that is built like its neighbours, or -1. */
export function columnHeads(text: ReadText): (line: number) => number {
  const known = new Map<number, number>()
  const cellsIn = cellCounter(text)
  return (line) => {
    const first = firstRow(cellsIn, line)
    if (first < 0) return -1
    const found = known.get(first) ?? headOver(text, first)
    known.set(first, found)
    return found
  }
}

/** The first of the rows that a line is one of: lines in a row with as many cells. */
function firstRow(cellsIn: (line: number) => number, line: number): number {
  const count = cellsIn(line)
  if (count < 2) return -1
  let first = line
  for (let above = line - 1; above >= Math.max(0, line - furthest); above--) {
    const cells = cellsIn(above)
    if (cells === 0 || Math.abs(cells - count) > Math.max(1, count / 3)) break
    first = above
  }
  return first
}

/** Names stand over the first row, with no number among them, or over the rule above it. */
function headOver(text: ReadText, first: number): number {
  for (const [names, rows] of [
    [first, first + 1],
    [first - 1, first],
    [first - 2, first],
  ] as const) {
    if (names < 0 || rows + fewestRows > text.lines.count) continue
    const between = rows - names - 1
    if (between === 1 && !rule.test(lineIn(text, names + 1))) continue
    if (!isNames(lineIn(text, names)) || !hasNumbers(lineIn(text, rows))) continue
    if (timesOf(text, names) <= timesOf(text, rows)) return names
  }
  return -1
}

/** How many lines are built like this one: names come less often than rows. */
function timesOf({ shapes }: ReadText, line: number): number {
  return shapes.timesBuilt[shapes.built[line] ?? 0] ?? 0
}

/** How many cells a line has; each line is counted once. */
function cellCounter(text: ReadText): (line: number) => number {
  const known = new Int16Array(text.lines.count).fill(-1)
  return (line) => {
    const before = known[line] ?? -1
    if (before >= 0) return before
    const count = countCells(text.lines.text, text.starts[line] ?? 0, endIn(text, line))
    known[line] = count
    return count
  }
}

/** As many as `cellsOf` gives: what stands between blanks and bars. */
function countCells(text: string, start: number, end: number): number {
  let count = 0
  let isInside = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const isCell = code !== 0x7c && code !== 0x2502 && !isSpace(code)
    if (isCell && !isInside) count += 1
    isInside = isCell
  }
  return count
}

function cellsOf(line: string): readonly string[] {
  const trimmed = line.trim()
  return trimmed === ''
    ? []
    : trimmed.split(/\s*[|│]\s*|\t+|\s{2,}|\s/).filter((cell) => cell !== '')
}

/** Two names or more, none of them a number and none the end of a sentence. */
function isNames(line: string): boolean {
  const cells = cellsOf(line)
  return (
    cells.length >= 2 &&
    !rule.test(line) &&
    cells.every((cell) => !/^[-+]?[\d.,:]+[%\w]{0,3}$/.test(cell)) &&
    !/[.,;:!?]\s*$/.test(line)
  )
}

function hasNumbers(line: string): boolean {
  return /\d/.test(line)
}
