import { isSpace } from '../../text/lines.ts'
import { groupsOf } from './far-numbers.ts'
import { rarities } from './goal-words.ts'
import { endIn } from './line-in.ts'
import type { ReadText } from './read-text.ts'

/** Lines alike in shape, of which some may have another value than the others. */
const fewestAlike = 5
const mostValues = 16
/** A value is the rule from this share of the lines on, and odd up to this one. */
const share = { rule: 0.5, odd: 0.08 }

/**
 * How odd a value of a line is among lines built like it, in 0..1: one that few have in its place,
 * where another is the rule.
 */
export function oddValues(text: ReadText): Float64Array {
  const odd = new Float64Array(text.lines.count)
  const values = new Int32Array(mostValues)
  for (const group of groupsOf(text.shapes.built, text.shapes.timesBuilt, fewestAlike)) {
    const rows: Int32Array[] = []
    let width = mostValues
    for (const line of group) {
      const count = readValues(text, line, values)
      width = Math.min(width, count)
      rows.push(values.slice(0, count))
    }
    for (let at = 0; at < width; at++) {
      noteOdd(odd, group, (row) => rows[row]?.[at] ?? 0)
      noteOdd(odd, group, (row) => rows[row]?.at(-1 - at) ?? 0)
    }
  }
  return odd
}

function noteOdd(
  odd: Float64Array,
  group: readonly number[],
  valueAt: (row: number) => number,
): void {
  const times = new Map<number, number>()
  for (let row = 0; row < group.length; row++) {
    const value = valueAt(row)
    times.set(value, (times.get(value) ?? 0) + 1)
  }
  const most = Math.max(...times.values())
  if (times.size < 2 || most <= group.length * share.rule) return
  const rarity = rarities(group.length)
  const fewest = Math.max(1, group.length * share.odd)
  for (let row = 0; row < group.length; row++) {
    const having = times.get(valueAt(row)) ?? 0
    const line = group[row] ?? 0
    if (having <= fewest)
      odd[line] = Math.max(odd[line] ?? 0, (most / group.length) * rarity(having))
  }
}

/** Hashes of what stands between blanks, commas and semicolons, and how many there are. */
function readValues(text: ReadText, line: number, out: Int32Array): number {
  const end = endIn(text, line)
  let count = 0
  let hash = 0
  let isOpen = false
  for (let at = text.starts[line] ?? 0; at <= end && count < out.length; at++) {
    const code = at < end ? text.lines.text.charCodeAt(at) : 0x20
    if (!isSpace(code) && code !== 0x2c && code !== 0x3b) {
      hash = Math.imul(hash ^ code, 0x01000193)
      isOpen = true
    } else if (isOpen) {
      out[count++] = hash
      hash = 0
      isOpen = false
    }
  }
  return count
}
