import { lineIn, type ReadText } from './read-text.ts'

/** For each line the first and the last line of the block it stands in. */
export interface Blocks {
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** A line of nothing but signs that are drawn with. */
const rule = /^\s*[-=*_~─━═+|.#<>[\]]{3,}\s*$/
/** A shape that begins so many blocks begins one wherever it comes. */
const fewestHeads = 3

/** Blocks of lines: between blank lines, between rules, and from each line shaped like the heads of others. */
export function blocksIn(text: ReadText): Blocks {
  const { lines } = text
  const isGap = Array.from({ length: lines.count }, (_, line) => {
    const said = lineIn(text, line)
    return said.trim() === '' || rule.test(said)
  })
  const isHead = headsIn(text, isGap)
  const first = new Uint32Array(lines.count)
  const last = new Uint32Array(lines.count)
  let start = 0
  for (let line = 0; line <= lines.count; line++) {
    const ends = line === lines.count || isGap[line] === true || isHead[line] === true
    if (!ends) continue
    first.fill(start, start, line)
    last.fill(Math.max(0, line - 1), start, line)
    start = line
    if (line < lines.count && isGap[line] === true) {
      first[line] = line
      last[line] = line
      start = line + 1
    }
  }
  return { first, last }
}

/** Lines shaped like those that stand after a gap, or like the first line where that comes again and again. */
function headsIn({ shapes, lines }: ReadText, isGap: readonly boolean[]): readonly boolean[] {
  const heads = new Map<number, number>()
  let opening = -1
  for (let line = 0; line < lines.count; line++)
    if (isGap[line] === false && (line === 0 || isGap[line - 1] === true)) {
      const shape = shapes.said[line] ?? 0
      if (opening < 0) opening = shape
      heads.set(shape, (heads.get(shape) ?? 0) + 1)
    }
  return Array.from({ length: lines.count }, (_, line) => {
    const shape = shapes.said[line] ?? 0
    const times = shapes.timesSaid[shape] ?? 0
    const asHead = heads.get(shape) ?? 0
    if (asHead >= fewestHeads && asHead * 2 > times) return true
    // Rows are built alike: those have no heads.
    const builtAlike = shapes.timesBuilt[shapes.built[line] ?? 0] ?? 0
    const isOpening = shape === opening && builtAlike <= times * mostAlike
    const isRegular = times * 2 <= lines.count && times * mostLines > lines.count
    return isOpening && times >= fewestHeads && isRegular
  })
}

const mostAlike = 1.2
/** Records of more lines than this are found by other means. */
const mostLines = 40
