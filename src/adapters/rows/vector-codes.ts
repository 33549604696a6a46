/** Vectors in one byte a value: a value is its code times the scale of its row, within half a scale. */
export interface Coded {
  readonly values: Int8Array
  readonly scales: Float32Array
  /** Of all rows, for the bound of the error. */
  largestScale: number
}

/** A query in whole numbers, with what is needed to bound the error of a product of codes. */
export interface CodedQuery {
  readonly codes: Int32Array
  readonly scale: number
  /** Times the scale of a row: how far rounding both can move their product, at most. */
  readonly errorPerScale: number
}

const largestCode = 127

export function reserveCodes(count: number, dimensions: number, known?: Coded): Coded {
  const values = new Int8Array(count * dimensions)
  const scales = new Float32Array(count)
  if (known) {
    values.set(known.values.subarray(0, values.length))
    scales.set(known.scales.subarray(0, scales.length))
  }
  return { values, scales, largestScale: known?.largestScale ?? 0 }
}

/** Writes one vector as the codes of a row. */
export function codeRow(coded: Coded, row: number, vector: Float32Array): void {
  const scale = largestValue(vector) / largestCode
  const offset = row * vector.length
  for (let at = 0; at < vector.length; at++)
    coded.values[offset + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale)
  coded.scales[row] = scale
  coded.largestScale = Math.max(coded.largestScale, scale)
}

/** The finest whole numbers whose sum of products with codes still fits in 32 bits. */
export function codeQuery(vector: Float32Array): CodedQuery {
  const largest = Math.floor(2 ** 31 / (largestCode + 1) / Math.max(1, vector.length)) - 1
  const scale = largestValue(vector) / Math.max(1, largest)
  const codes = Int32Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale)))
  const absolute = vector.reduce((sum, value) => sum + Math.abs(value), 0)
  return {
    codes,
    scale,
    // Half a scale of the row for each value of the query, half a scale of the query for each of the row.
    errorPerScale: (absolute + largestCode * vector.length * scale) / 2,
  }
}

function largestValue(vector: Float32Array): number {
  return vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
}
