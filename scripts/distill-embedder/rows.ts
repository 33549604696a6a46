/** Row-major floats, `width` per row. */
export interface Rows {
  readonly width: number
  readonly values: Float32Array
}

export function countOf({ width, values }: Rows): number {
  return values.length / width
}

/** A row, shared with the whole. */
export function rowOf({ width, values }: Rows, index: number): Float32Array {
  return values.subarray(index * width, (index + 1) * width)
}

/** The same rows about their mean. */
export function centred(rows: Rows): Rows {
  const { width, values } = rows
  const mean = new Float64Array(width)
  for (const [at, value] of values.entries())
    mean[at % width] = (mean[at % width] ?? 0) + (value * width) / values.length
  return { width, values: values.map((value, at) => value - (mean[at % width] ?? 0)) }
}

/** The same rows with length 1. */
export function unitRows(rows: Rows): Rows {
  const values = Float32Array.from(rows.values)
  for (let index = 0; index < countOf(rows); index++) {
    const row = values.subarray(index * rows.width, (index + 1) * rows.width)
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
    for (const [at, value] of row.entries()) row[at] = length > 0 ? value / length : 0
  }
  return { width: rows.width, values }
}
