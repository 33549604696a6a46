import type { Embedder } from '../../../ports/embedder.ts'
import { likenessOf, packed, rowDot, toUnit } from '../rank/vector-table.ts'
import { cosines } from './past-terms.ts'

/** Past intents as vectors of their meaning. */
interface PastMeaning {
  /** How alike each past intent is, 0 to 1. */
  alike(vector: Float32Array): Float64Array
  /** How alike two past intents are; below 0 when they mean opposite things. */
  between(one: number, other: number): number
  /** How alike the intents of each group are together. */
  alikeGroups(vector: Float32Array, own?: ReadonlySet<number>): Float64Array
}

/** Vectors of length 1 of past intents, and who made them. */
export interface PastVectors {
  readonly vectors: readonly Float32Array[]
  readonly reads: Embedder['reads']
}

/** What so many past intents have in common is half chance. */
const fewIntents = 20

/** `groups` says which groups each past intent belongs to. */
export function buildPastMeaning(
  { vectors, reads }: PastVectors,
  groups: readonly (readonly number[])[],
  groupCount: number,
): PastMeaning {
  const dimensions = vectors[0]?.length ?? 0
  const apart = reads === 'texts' ? apartFrom(commonOf(vectors, dimensions)) : unchanged
  const table = packed(vectors.map(apart), dimensions)
  const sums = new Float32Array(groupCount * dimensions)
  vectors.forEach((_, document) => {
    for (const group of groups[document] ?? [])
      for (let axis = 0; axis < dimensions; axis++)
        sums[group * dimensions + axis] =
          (sums[group * dimensions + axis] ?? 0) + (table[document * dimensions + axis] ?? 0)
  })
  const lengths = new Float64Array(groupCount)
  for (let at = 0; at < sums.length; at++) {
    const group = Math.floor(at / dimensions)
    lengths[group] = (lengths[group] ?? 0) + (sums[at] ?? 0) ** 2
  }
  return {
    alike: (vector) => likenessOf(apart(vector), table),
    between: (one, other) =>
      rowDot(table.subarray(one * dimensions, (one + 1) * dimensions), table, other),
    alikeGroups: (vector, own) => cosines(products(apart(vector), sums), lengths, own),
  }
}

/** To an encoder all requests are alike, whatever they ask for; a table knows only their words. */
function apartFrom(common: Float32Array): (vector: Float32Array) => Float32Array {
  return (vector) => toUnit(vector.map((value, axis) => value - (common[axis] ?? 0)))
}

const unchanged = (vector: Float32Array): Float32Array => vector

function commonOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const common = new Float32Array(dimensions)
  for (const vector of vectors)
    for (let axis = 0; axis < dimensions; axis++)
      common[axis] = (common[axis] ?? 0) + (vector[axis] ?? 0) / (vectors.length + fewIntents)
  return common
}

function products(vector: Float32Array, table: Float32Array): Float64Array {
  const dimensions = vector.length
  const found = new Float64Array(dimensions === 0 ? 0 : table.length / dimensions)
  for (let row = 0; row < found.length; row++) found[row] = rowDot(vector, table, row)
  return found
}
