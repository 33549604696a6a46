import type { Lines } from '../../text/lines.ts'

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

/** Reads the shape of every line. */
export function shapesOf(lines: Lines, starts: Uint32Array): LineShapes {
  const said = new Int32Array(lines.count)
  const built = new Int32Array(lines.count)
  const saidIds = new Map<string, number>()
  const builtIds = new Map<string, number>()
  for (let line = 0; line < lines.count; line++) {
    const start = starts[line] ?? 0
    const text = lines.text.slice(start, Math.min(lines.ends[line] ?? 0, start + longestRead))
    const saidShape = maskValues(text)
    said[line] = idOf(saidIds, saidShape)
    built[line] = idOf(builtIds, maskWords(saidShape))
  }
  return {
    said,
    built,
    timesSaid: timesOf(said, saidIds.size),
    timesBuilt: timesOf(built, builtIds.size),
  }
}

/** Quoted parts, and whatever holds a digit or a slash: values, places and ids. */
const values = /"[^"]*"|'[^']*'|`[^`]*`|[^\s=:,()[\]]*[\d/\\][^\s=,()[\]]*/g

/** A sign that is drawn with, however often. */
const drawn = /([^\p{L}\p{N}\s])\1{2,}/gu

function maskValues(text: string): string {
  return text.replace(values, '#').replace(drawn, '$1').replace(/\s+/g, ' ').trim()
}

function maskWords(shape: string): string {
  return shape.replace(/\p{L}[\p{L}\p{M}_-]*/gu, 'a').replace(/a(?: a)+/g, 'a')
}

function idOf(ids: Map<string, number>, shape: string): number {
  const known = ids.get(shape)
  if (known !== undefined) return known
  ids.set(shape, ids.size)
  return ids.size - 1
}

function timesOf(ids: Int32Array, count: number): Uint32Array {
  const times = new Uint32Array(count)
  for (const id of ids) times[id] = (times[id] ?? 0) + 1
  return times
}
