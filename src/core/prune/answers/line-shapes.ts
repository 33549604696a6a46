import { isSpace, type Lines } from '../../text/lines.ts'
import { maskValues, maskWords } from './mask-line.ts'
import { shapeIds } from './shape-ids.ts'

/** The shapes of the lines of a text, coarser and coarser, as numbers that are equal for equal shapes. */
export interface LineShapes {
  /** Words stay; numbers, quoted parts, paths and ids are masked. */
  readonly said: Int32Array
  /** Words are masked too: what is left is how a line is built. */
  readonly built: Int32Array
  /** How many lines have each shape. */
  readonly timesSaid: Uint32Array
  readonly timesBuilt: Uint32Array
}

const longestRead = 400

/** Reads the shape of every line; lines that say the same are built the same. */
export function shapesOf(lines: Lines, starts: Uint32Array): LineShapes {
  const said = new Int32Array(lines.count)
  const built = new Int32Array(lines.count)
  const saidIds = shapeIds()
  const builtIds = shapeIds()
  const builtOf: number[] = []
  const mask = new Uint16Array(longestRead)
  const coarse = new Uint16Array(longestRead)
  for (let line = 0; line < lines.count; line++) {
    const end = Math.min(lines.ends[line] ?? 0, (starts[line] ?? 0) + longestRead)
    const start = pastDrawing(lines.text, starts[line] ?? 0, end)
    const length = maskValues(lines.text, start, end, mask)
    const id = saidIds.idOf(mask, length)
    if (id === builtOf.length) builtOf.push(builtIds.idOf(coarse, maskWords(mask, length, coarse)))
    said[line] = id
    built[line] = builtOf[id] ?? 0
  }
  return {
    said,
    built,
    timesSaid: timesOf(said, saidIds.size()),
    timesBuilt: timesOf(built, builtIds.size()),
  }
}

/** Where a line begins past what trees are drawn with: how deep it stands is not how it is built. */
function pastDrawing(text: string, start: number, end: number): number {
  let past = start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x2500 && code <= 0x257f) past = at + 1
    else if (!isSpace(code)) break
  }
  return past
}

function timesOf(ids: Int32Array, count: number): Uint32Array {
  const times = new Uint32Array(count)
  for (const id of ids) times[id] = (times[id] ?? 0) + 1
  return times
}
