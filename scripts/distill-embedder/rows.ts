import type { StaticTable } from '../../src/adapters/static-embedder/table.ts'
import { principalAxes } from './principal-axes.ts'

/** Row-major floats, `width` per row. */
export interface Rows {
  readonly width: number
  readonly values: Float32Array
}

/** Rows about their mean, on their first `dimensions` principal axes, each axis given the same weight. */
export function whitened(rows: Rows, dimensions: number): Rows {
  const { width } = rows
  const centered = centre(rows)
  const axes = principalAxes(covariance(centered), width).slice(0, dimensions)
  const count = rows.values.length / width
  const values = new Float32Array(count * dimensions)
  for (let row = 0; row < count; row++)
    for (const [index, { variance, axis }] of axes.entries()) {
      let sum = 0
      for (let d = 0; d < width; d++)
        sum += (centered.values[row * width + d] ?? 0) * (axis[d] ?? 0)
      values[row * dimensions + index] = sum / Math.sqrt(variance)
    }
  return { width: dimensions, values }
}

/** Each row as int8 with one scale, after `weight` of its index. */
export function quantized(
  rows: Rows,
  vocabulary: readonly string[],
  weight: (row: number) => number,
): StaticTable {
  const { width, values } = rows
  const scales = new Float32Array(vocabulary.length)
  const bytes = new Int8Array(vocabulary.length * width)
  for (const row of vocabulary.keys()) {
    const floats = values.subarray(row * width, (row + 1) * width)
    const step = floats.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
    scales[row] = step * weight(row)
    bytes.set(
      floats.map((value) => (step > 0 ? Math.round(value / step) : 0)),
      row * width,
    )
  }
  return { vocabulary, dimensions: width, scales, rows: bytes }
}

function centre({ width, values }: Rows): Rows {
  const mean = new Float64Array(width)
  for (const [at, value] of values.entries())
    mean[at % width] = (mean[at % width] ?? 0) + (value * width) / values.length
  return { width, values: values.map((value, at) => value - (mean[at % width] ?? 0)) }
}

function covariance({ width, values }: Rows): Float64Array {
  const sum = new Float64Array(width * width)
  const count = values.length / width
  for (let row = 0; row < count; row++)
    for (let i = 0; i < width; i++) {
      const left = values[row * width + i] ?? 0
      for (let j = 0; j < width; j++) {
        const at = i * width + j
        sum[at] = (sum[at] ?? 0) + left * (values[row * width + j] ?? 0)
      }
    }
  return sum.map((value) => value / count)
}
