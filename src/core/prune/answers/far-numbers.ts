import { lineIn, type ReadText } from './read-text.ts'

/** Lines alike in shape, of which one may have a number far from the others'. */
const fewestAlike = 5
/** A number by itself, perhaps with a unit: those inside names are ids. */
const number = /(?<![\w.-])\d+(?:[.,]\d+)*(?=[a-zµ%]{0,3}(?![\w-]))/gi
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
  for (const group of groupsOf(shapes.built, shapes.timesBuilt)) {
    const rows = group.map((line) => numbersIn(lineIn(text, line)))
    const slots = Math.min(mostNumbers, ...rows.map(({ length }) => length))
    for (let slot = 0; slot < slots; slot++)
      noteFar(
        found,
        group,
        rows.map((row) => row[slot] ?? 0),
      )
  }
  return found
}

function groupsOf(shapes: Int32Array, times: Uint32Array): Iterable<readonly number[]> {
  const groups = new Map<number, number[]>()
  shapes.forEach((shape, line) => {
    if ((times[shape] ?? 0) < fewestAlike) return
    const group = groups.get(shape)
    if (group === undefined) groups.set(shape, [line])
    else group.push(line)
  })
  return groups.values()
}

function numbersIn(line: string): readonly number[] {
  return (line.match(number) ?? []).map((one) => Number(one.replaceAll(',', '')))
}

function noteFar(found: Float64Array, group: readonly number[], values: readonly number[]): void {
  if (values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0))) return
  const sorted = Float64Array.from(values).sort()
  const usual = sorted[sorted.length >> 1] ?? 0
  const [next = 0, most = 0] = sorted.slice(-2)
  if (!(most >= far.usual * usual && most >= far.next * next)) return
  const line = group[values.indexOf(most)] ?? 0
  const times = Math.log(most / Math.max(usual, most / 1000)) / Math.log(100)
  found[line] = Math.max(found[line] ?? 0, Math.min(1, times))
}
