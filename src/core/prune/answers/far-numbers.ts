import { endIn } from './line-in.ts'
import { readNumbers } from './number-reader.ts'
import type { ReadText } from './read-text.ts'

/** Lines alike in shape, of which one may have a number far from the others'. */
const fewestAlike = 5
/** Times the usual, and times the next, from which a number is far away. */
const far = { usual: 2, next: 1.3 }
const mostNumbers = 12

/**
 * How far the largest number of a line is above the same number of lines built like it, in 0..1.
 * Numbers that only grow from line to line count lines or time and say nothing.
 */
export function farNumbers(text: ReadText): Float64Array {
  const { lines, shapes } = text
  const found = new Float64Array(lines.count)
  for (const group of groupsOf(shapes.built, shapes.timesBuilt, fewestAlike)) {
    const { values, slots, width } = readRows(text, group)
    for (let slot = 0; slot < slots; slot++) noteFar(found, group, { values, slot, width })
  }
  return found
}

interface Rows {
  readonly values: Float64Array
  /** How many numbers every row has. */
  readonly slots: number
  /** How far apart the rows are in `values`. */
  readonly width: number
}

/** The first numbers of each line, as many as all of them have. */
function readRows(text: ReadText, group: readonly number[]): Rows {
  const part = (line: number) => ({
    text: text.lines.text,
    start: text.starts[line] ?? 0,
    end: endIn(text, line),
  })
  const firstRow = new Float64Array(mostNumbers)
  const width = readNumbers(part(group[0] ?? 0), { out: firstRow, at: 0, most: mostNumbers })
  const values = new Float64Array(width * group.length)
  let slots = width
  for (let row = 0; row < group.length && slots > 0; row++)
    slots = readNumbers(part(group[row] ?? 0), { out: values, at: row * width, most: slots })
  return { values, slots, width }
}

/** The lines of each shape that at least `fewest` have. */
export function groupsOf(
  shapes: Int32Array,
  times: Uint32Array,
  fewest: number,
): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>()
  shapes.forEach((shape, line) => {
    if ((times[shape] ?? 0) < fewest) return
    const group = groups.get(shape)
    if (group === undefined) groups.set(shape, [line])
    else group.push(line)
  })
  return groups.values()
}

interface Column {
  readonly values: Float64Array
  readonly slot: number
  readonly width: number
}

function noteFar(found: Float64Array, group: readonly number[], column: Column): void {
  const { values, slot, width } = column
  let [row, most, next, before] = [0, -1, -1, -1]
  let isGrowing = true
  for (let at = slot, index = 0; index < group.length; at += width, index++) {
    const value = values[at] ?? 0
    if (Number.isNaN(value)) return
    if (value < before) isGrowing = false
    before = value
    if (value > most) {
      next = most
      most = value
      row = index
    } else if (value > next) next = value
  }
  if (isGrowing || !(most >= far.next * next)) return
  const usual = middleOf(group.length, column)
  if (!(most >= far.usual * usual)) return
  const line = group[row] ?? 0
  const times = Math.log(most / Math.max(usual, most / 1000)) / Math.log(100)
  found[line] = Math.max(found[line] ?? 0, Math.min(1, times))
}

function middleOf(count: number, { values, slot, width }: Column): number {
  const sorted = new Float64Array(count)
  for (let row = 0; row < count; row++) sorted[row] = values[row * width + slot] ?? 0
  return sorted.sort()[count >> 1] ?? 0
}
