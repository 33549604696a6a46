import { type Coded, codeRow, reserveCodes } from './vector-codes.ts'

/** Vectors side by side in one block of memory, whole and as codes of one byte a value. */
export interface VectorRows {
  readonly dimensions: number
  readonly rows: Float32Array
  readonly codes: Coded
  readonly count: number
}

/** Room for `count` rows, those of `known` first; it may be the room that `known` has. */
export function reserveRows(
  count: number,
  dimensions: number,
  known: VectorRows | undefined,
): VectorRows {
  if (known && known.rows.length >= count * dimensions) return { ...known, count }
  // A little room ahead, so that a growing index is not copied at every step.
  const room = known ? Math.ceil(count * 1.25) : count
  const rows = new Float32Array(room * dimensions)
  if (known) rows.set(known.rows.subarray(0, known.count * dimensions))
  return { dimensions, rows, codes: reserveCodes(room, dimensions, known?.codes), count }
}

/** Writes one vector as row `row`. */
export function setRow({ rows, codes }: VectorRows, row: number, vector: Float32Array): void {
  rows.set(vector, row * vector.length)
  codeRow(codes, row, vector)
}
