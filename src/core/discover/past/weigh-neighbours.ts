/** How much of a likeness is chance: the higher, the less a single neighbour decides. */
const chance = 0.3

/**
 * How much each neighbour has to say, from how alike it is to the one who asks and how alike the
 * neighbours are to each other: many that say the same share one say, and what sets one apart
 * from those around it counts. This is ridge regression over the neighbours alone; a say may be
 * negative.
 */
export function weighNeighbours(
  alike: readonly number[],
  between: (one: number, other: number) => number,
): Float64Array {
  const rows = alike.map((_, row) =>
    Float64Array.from({ length: row + 1 }, (_, column) =>
      row === column ? 1 + chance : between(row, column),
    ),
  )
  factorise(rows)
  return solve(rows, alike)
}

/** Turns the lower half of a symmetric matrix into its Cholesky factor, in place. */
function factorise(rows: readonly Float64Array[]): void {
  for (const [row, values] of rows.entries())
    for (let column = 0; column <= row; column++) {
      const rest = (values[column] ?? 0) - dotUpTo(column, values, rows[column])
      values[column] = column === row ? Math.sqrt(rest) : rest / (rows[column]?.[column] ?? 1)
    }
}

/** What the matrix of which `rows` is the factor turns into `wanted`. */
function solve(rows: readonly Float64Array[], wanted: readonly number[]): Float64Array {
  const found = Float64Array.from(wanted)
  for (const [row, values] of rows.entries())
    found[row] = ((found[row] ?? 0) - dotUpTo(row, found, values)) / (values[row] ?? 1)
  for (const [row, values] of [...rows.entries()].reverse()) {
    const value = (found[row] ?? 0) / (values[row] ?? 1)
    found[row] = value
    for (let earlier = 0; earlier < row; earlier++)
      found[earlier] = (found[earlier] ?? 0) - value * (values[earlier] ?? 0)
  }
  return found
}

function dotUpTo(end: number, one: Float64Array, other: Float64Array = one): number {
  let sum = 0
  for (let at = 0; at < end; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
