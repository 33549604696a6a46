import { cosines } from './past-terms.ts'

/** Past intents as vectors of their meaning. */
export interface PastMeaning {
  /** How alike each past intent is, 0 to 1. */
  alike(vector: Float32Array): Float64Array
  /** How alike two past intents are; below 0 when they mean opposite things. */
  between(one: number, other: number): number
  /** How alike the intents of each group are together. */
  alikeGroups(vector: Float32Array, own?: ReadonlySet<number>): Float64Array
}

/** One unit vector a past intent; `groups` says which groups it belongs to. */
export function buildPastMeaning(
  vectors: readonly Float32Array[],
  groups: readonly (readonly number[])[],
  groupCount: number,
): PastMeaning {
  const dimensions = vectors[0]?.length ?? 0
  const table = new Float32Array(vectors.length * dimensions)
  const sums = new Float32Array(groupCount * dimensions)
  vectors.forEach((vector, document) => {
    table.set(vector, document * dimensions)
    for (const group of groups[document] ?? [])
      for (let axis = 0; axis < dimensions; axis++)
        sums[group * dimensions + axis] =
          (sums[group * dimensions + axis] ?? 0) + (vector[axis] ?? 0)
  })
  const lengths = new Float64Array(groupCount)
  for (let at = 0; at < sums.length; at++) {
    const group = Math.floor(at / dimensions)
    lengths[group] = (lengths[group] ?? 0) + (sums[at] ?? 0) ** 2
  }
  return {
    alike: (vector) => products(vector, table).map((product) => Math.max(0, product)),
    between: (one, other) =>
      rowProduct(table.subarray(one * dimensions, (one + 1) * dimensions), table, other),
    alikeGroups: (vector, own) => cosines(products(vector, sums), lengths, own),
  }
}

function products(vector: Float32Array, table: Float32Array): Float64Array {
  const dimensions = vector.length
  const found = new Float64Array(dimensions === 0 ? 0 : table.length / dimensions)
  for (let row = 0; row < found.length; row++) found[row] = rowProduct(vector, table, row)
  return found
}

function rowProduct(vector: Float32Array, table: Float32Array, row: number): number {
  const start = row * vector.length
  let sum = 0
  for (let axis = 0; axis < vector.length; axis++)
    sum += (vector[axis] ?? 0) * (table[start + axis] ?? 0)
  return sum
}
