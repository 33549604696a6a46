import { type Lines, lineAt } from '../../text/lines.ts'
import type { LineRange } from '../../text/ranges.ts'

/** Lines that say the same of other things. */
export interface Fold {
  readonly count: number
  /** Where the first and the last of them differ: the things. */
  readonly from: string
  readonly to: string
}

const fewestAlike = 3
/** Of what is hidden, at least this share must be alike for its marker to say so. */
const leastShare = 0.6
/** Longer gaps, and longer lines, are not compared: a bound on the work. */
const mostLines = 1000
const longestLine = 400

/** The lines of a gap that differ in numbers, ids and places only, where most of it is such lines. */
export function foldOf(lines: Lines, { start, end }: LineRange): Fold | undefined {
  const total = end - start + 1
  if (total < fewestAlike || total > mostLines) return undefined
  if (!mayBeAlike(lines, start - 1, end - 1)) return undefined
  const shapes = new Map<string, { count: number; first: number; last: number }>()
  for (let line = start - 1; line < end; line++) {
    const shape = shapeOf(lineAt(lines, line))
    const known = shapes.get(shape)
    if (known === undefined) shapes.set(shape, { count: 1, first: line, last: line })
    else Object.assign(known, { count: known.count + 1, last: line })
  }
  const { count, first, last } = mostCommon(shapes)
  if (count < Math.max(fewestAlike, total * leastShare)) return undefined
  return { count, ...differing(lineAt(lines, first), lineAt(lines, last)) }
}

/** A look at a few lines spares reading the many gaps in which nothing is alike. */
function mayBeAlike(lines: Lines, first: number, last: number): boolean {
  const looked = [0, 1, 2, 3, 4].map((at) =>
    shapeOf(lineAt(lines, first + Math.floor(((last - first) * at) / 4))),
  )
  return looked.some((shape) => looked.filter((other) => other === shape).length > 1)
}

/** The shape that most lines have; lines without one count for nothing. */
function mostCommon(shapes: ReadonlyMap<string, { count: number; first: number; last: number }>): {
  readonly count: number
  readonly first: number
  readonly last: number
} {
  let most = { count: 0, first: 0, last: 0 }
  for (const [shape, one] of shapes) if (shape !== '' && one.count > most.count) most = one
  return most
}

/** The words of a line without those that hold a digit. */
function shapeOf(line: string): string {
  if (line.length > longestLine) return ''
  return line
    .replace(/\S*\d\S*/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
}

function differing(first: string, last: string): Pick<Fold, 'from' | 'to'> {
  const words = last.trim().split(/\s+/)
  const own = first.trim().split(/\s+/)
  const at = own.findIndex((word, index) => word !== words[index])
  return { from: own[at] ?? '', to: words[at] ?? '' }
}
