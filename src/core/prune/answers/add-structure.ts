import { isStamped } from './blocks.ts'
import { columnHeads } from './column-head.ts'
import { lineIn } from './line-in.ts'
import { type ReadText, rowsOf } from './read-text.ts'

/** A block of more is no record of one thing. */
const small = { lines: 12, chars: 700 }
/** What belongs to answers may take so many times their room, and so much more. */
const room = { share: 1, least: 300 }
/** Lines that stand under an answer, the first so many. */
const mostUnder = 3

/**
 * Adds to the answers what they cannot be read without: what they stand under, their record, names of
 * columns; to the best of them first, as the lines are ordered, and to those that are sure alone.
 */
export function addStructure(
  text: ReadText,
  answers: Uint8Array,
  order: Uint32Array,
  isSure: (line: number) => boolean = () => true,
): Uint8Array {
  const best: number[] = []
  for (const line of order) if (answers[line] === 1 && isSure(line)) best.push(line)
  if (best.length === 0) return answers
  const headOf = isStamped(text) ? () => -1 : columnHeads(text)
  return addFor({ text, headOf, isRow: rowsOf(text) }, answers, best)
}

interface Adding {
  readonly text: ReadText
  readonly headOf: (line: number) => number
  /** Flags the rows of tables, each of which is about one thing. */
  readonly isRow: Uint8Array
}

/** Adds what belongs to the best answers, in their order, while there is room. */
function addFor(
  { text: { lines, tree }, text, headOf, isRow }: Adding,
  answers: Uint8Array,
  best: readonly number[],
): Uint8Array {
  const flags = answers.slice()
  const sizeOf = (line: number): number => (lines.starts[line + 1] ?? 0) - (lines.starts[line] ?? 0)
  let left = room.least
  for (const line of best) left += room.share * sizeOf(line)
  const add = (line: number): void => {
    if (line < 0 || flags[line] === 1 || sizeOf(line) > left) return
    left -= sizeOf(line)
    flags[line] = 1
  }
  for (const line of best) {
    for (let above = tree.parent[line] ?? -1; above >= 0; above = tree.parent[above] ?? -1)
      add(above)
    // Whoever read a table has named its header.
    if (isRow[line] === 0) add(headOf(line))
  }
  for (const line of best) if (isRow[line] === 0) for (const one of recordOf(text, line)) add(one)
  return flags
}

/** The other lines of a small block, or the first ones under the line. */
function recordOf(text: ReadText, line: number): readonly number[] {
  const { first, last } = text.blocks
  const from = first[line] ?? line
  const to = last[line] ?? line
  const chars = (text.lines.ends[to] ?? 0) - (text.lines.starts[from] ?? 0)
  const isSmall = to - from < small.lines && chars <= small.chars
  if (isSmall && !isTable(text, from, to))
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const under = Math.min(text.tree.last[line] ?? line, line + mostUnder)
  return Array.from({ length: Math.max(0, under - line) }, (_, at) => line + 1 + at).filter(
    (one) => lineIn(text, one).trim() !== '',
  )
}

const fewestRows = 3
const mostAlike = 0.6

/** Whether most lines of a block are built alike: rows are about one thing each. */
function isTable({ shapes }: ReadText, from: number, to: number): boolean {
  const times = new Map<number, number>()
  for (let line = from; line <= to; line++) {
    const shape = shapes.built[line] ?? 0
    times.set(shape, (times.get(shape) ?? 0) + 1)
  }
  const most = Math.max(0, ...times.values())
  return most >= fewestRows && most >= (to - from + 1) * mostAlike
}
