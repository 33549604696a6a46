/** Vectors of the same length in a row. */
export type VectorTable = Float32Array

export function packed(vectors: readonly Float32Array[], dimensions: number): VectorTable {
  const table = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, row) => {
    table.set(vector, row * dimensions)
  })
  return table
}

/** How alike a vector is to each row, 0 to 1. */
export function likenessOf(vector: Float32Array, table: VectorTable): Float64Array {
  const dimensions = vector.length
  const likeness = new Float64Array(dimensions === 0 ? 0 : table.length / dimensions)
  for (let row = 0; row < likeness.length; row++)
    likeness[row] = Math.max(0, rowDot(vector, table, row))
  return likeness
}

/** How alike one row is to the likest of several vectors, 0 to 1. */
export function likest(vectors: readonly Float32Array[], table: VectorTable, row: number): number {
  return vectors.reduce((most, vector) => Math.max(most, rowDot(vector, table, row)), 0)
}

export function rowDot(vector: Float32Array, table: VectorTable, row: number): number {
  return partialDot(vector, table, row * vector.length, 0, vector.length)
}

/** Over some axes only, of the row that begins at `at`. */
export function partialDot(
  vector: Float32Array,
  table: VectorTable,
  at: number,
  from: number,
  to: number,
): number {
  let sum = 0
  for (let axis = from; axis < to; axis++) sum += (vector[axis] ?? 0) * (table[at + axis] ?? 0)
  return sum
}
