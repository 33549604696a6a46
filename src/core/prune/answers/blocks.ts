import { firstFilled, type Lines } from '../../text/lines.ts'
import { endIn, lineIn } from './line-in.ts'
import type { LineShapes } from './line-shapes.ts'

/** What blocks are told by. */
interface Shaped {
  readonly lines: Lines
  readonly starts: Uint32Array
  readonly shapes: LineShapes
}

/** For each line the first and the last line of the block it stands in. */
export interface Blocks {
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** A line of nothing but signs that are drawn with. */
const rule = /^\s*[-=*_~─━═+|.#<>[\]]{3,}\s*$/
const drawn = '-=*_~─━═+|.#<>[]'
/** A shape that begins so many blocks begins one wherever it comes. */
const fewestHeads = 3

/** Blocks of lines: between blank lines, between rules, and from each line shaped like the heads of others. */
export function blocksIn(text: Shaped): Blocks {
  const { lines } = text
  const isGap = gapsIn(text)
  const isHead = headsIn(text, isGap)
  const first = new Uint32Array(lines.count)
  const last = new Uint32Array(lines.count)
  let start = 0
  for (let line = 0; line <= lines.count; line++) {
    const ends = line === lines.count || isGap[line] === 1 || isHead[line] === 1
    if (!ends) continue
    first.fill(start, start, line)
    last.fill(Math.max(0, line - 1), start, line)
    start = line
    if (line < lines.count && isGap[line] === 1) {
      first[line] = line
      last[line] = line
      start = line + 1
    }
  }
  return { first, last }
}

/** Flags blank lines and rules. */
function gapsIn(text: Shaped): Uint8Array {
  const { lines, starts } = text
  const isGap = new Uint8Array(lines.count)
  for (let line = 0; line < lines.count; line++) {
    const end = endIn(text, line)
    const at = firstFilled(lines.text, starts[line] ?? 0, end)
    const mayBeRule = at < end && drawn.includes(lines.text.charAt(at))
    if (at >= end || (mayBeRule && rule.test(lineIn(text, line)))) isGap[line] = 1
  }
  return isGap
}

/** Flags lines shaped like those that stand after a gap, or like the first line where that comes again and again. */
function headsIn(text: Shaped, isGap: Uint8Array): Uint8Array {
  const { shapes, lines } = text
  const { timesFirst, opening } = shapesAfterGaps(text, isGap)
  const isLog = isStamped(text)
  const isHead = new Uint8Array(lines.count)
  for (let line = 0; line < lines.count; line++) {
    const shape = shapes.said[line] ?? 0
    const times = shapes.timesSaid[shape] ?? 0
    const asHead = timesFirst[shape] ?? 0
    const isUsual = asHead >= fewestHeads && asHead * 2 > times
    if (isUsual || (!isLog && shape === opening && comesRegularly(text, line, times)))
      isHead[line] = 1
  }
  return isHead
}

/** How often each shape stands after a gap, and the shape of the first line of all. */
function shapesAfterGaps({ shapes, lines }: Shaped, isGap: Uint8Array) {
  const timesFirst = new Uint32Array(shapes.timesSaid.length)
  let opening = -1
  for (let line = 0; line < lines.count; line++) {
    if (isGap[line] !== 0 || (line > 0 && isGap[line - 1] !== 1)) continue
    const shape = shapes.said[line] ?? 0
    if (opening < 0) opening = shape
    timesFirst[shape] = (timesFirst[shape] ?? 0) + 1
  }
  return { timesFirst, opening }
}

/** Whether a line that is said so often may begin records. */
function comesRegularly({ shapes, lines }: Shaped, line: number, times: number): boolean {
  if (times < fewestHeads || times * 2 > lines.count || times * mostLines <= lines.count)
    return false
  // Rows are built alike: those have no heads.
  return (shapes.timesBuilt[shapes.built[line] ?? 0] ?? 0) <= times * mostAlike
}

/** Whether most lines begin with a time or a name that others have too: each is a record by itself. */
export function isStamped({ lines, starts }: Shaped): boolean {
  let stamped = 0
  for (let line = 0; line < lines.count; line++)
    if ((starts[line] ?? 0) > (lines.starts[line] ?? 0)) stamped += 1
  return stamped * 2 > lines.count
}

const mostAlike = 1.2
/** Records of more lines than this are found by other means. */
const mostLines = 40
