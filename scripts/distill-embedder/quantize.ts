import type { StaticTable } from '../../src/adapters/static-embedder/table.ts'
import { type Rows, rowOf } from './rows.ts'

/** Each row as int8 with one scale, after the weight of its token. */
export function quantize(
  rows: Rows,
  vocabulary: readonly string[],
  weight: (row: number) => number,
): StaticTable {
  const scales = new Float32Array(vocabulary.length)
  const bytes = new Int8Array(vocabulary.length * rows.width)
  for (const index of vocabulary.keys()) {
    const row = rowOf(rows, index)
    const step = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
    scales[index] = step * weight(index)
    bytes.set(
      row.map((value) => (step > 0 ? Math.round(value / step) : 0)),
      index * rows.width,
    )
  }
  return { vocabulary, dimensions: rows.width, scales, rows: bytes }
}
