import { lineIn, type ReadText } from './read-text.ts'

const rule = /^[\s|+]*[-=─━═]{2}[-=─━═+|\s]*$/
const furthest = 400
const fewestRows = 2

/** The line of column names over each row that is built like its neighbours, or -1. */
export function columnHeads(text: ReadText): (line: number) => number {
  const known = new Map<number, number>()
  return (line) => {
    const first = firstRow(text, line)
    if (first < 0) return -1
    const found = known.get(first) ?? headOver(text, first)
    known.set(first, found)
    return found
  }
}

/** The first of the rows that a line is one of: lines in a row with as many cells. */
function firstRow(text: ReadText, line: number): number {
  const count = cellsOf(lineIn(text, line)).length
  if (count < 2) return -1
  let first = line
  for (let above = line - 1; above >= Math.max(0, line - furthest); above--) {
    const cells = cellsOf(lineIn(text, above)).length
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
