import type { CodeOutline } from './outline-code.ts'

/** Larger blocks are read piece by piece. */
const largestUnit = 60

/** For each line, the opening line of the largest block around it that is still one thought. */
export function unitOfLines({ parent, end }: CodeOutline): Int32Array {
  const units = new Int32Array(parent.length)
  for (let line = 0; line < parent.length; line++) {
    const above = parent[line] ?? -1
    const fits = above >= 0 && (end[above] ?? 0) - above <= largestUnit
    units[line] = fits ? (units[above] ?? line) : line
  }
  return units
}
