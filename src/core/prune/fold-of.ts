import { type Lines, lineAt } from '../text/lines.ts'
import type { LineRange } from '../text/ranges.ts'

/** Lines that say the same of other things. */
export interface Fold {
  readonly count: number
  /** Where the first and the last of them differ: the things. */
  readonly from: string
  readonly to: string
}

const fewestAlike = 3
/** Longer gaps, and longer lines, are not compared: a bound on the work. */
const mostLines = 5000
const longestLine = 400

/** The fold that a gap is, where all of its lines differ in numbers, ids and places only. */
export function foldOf(lines: Lines, { start, end }: LineRange): Fold | undefined {
  const count = end - start + 1
  if (count < fewestAlike || count > mostLines) return undefined
  const shape = shapeOf(lineAt(lines, start - 1))
  if (shape === '') return undefined
  // From both ends: where a gap is no fold, its last line mostly tells.
  if (shapeOf(lineAt(lines, end - 1)) !== shape) return undefined
  for (let line = start; line < end - 1; line++)
    if (shapeOf(lineAt(lines, line)) !== shape) return undefined
  return { count, ...differing(lineAt(lines, start - 1), lineAt(lines, end - 1)) }
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
