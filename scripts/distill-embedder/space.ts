import { principalAxes } from './principal-axes.ts'
import { centred, countOf, type Rows, rowOf } from './rows.ts'

/** A projection: one column per axis it keeps. */
export type Space = readonly Float64Array[]

/**
 * The first principal axes of these rows. Each is shortened by its variance to `evenness`: at 0 the
 * few strongest axes decide every comparison, at ½ all count the same.
 */
export function principalSpace(rows: Rows, dimensions: number, evenness: number): Space {
  return principalAxes(covariance(centred(rows)), rows.width)
    .slice(0, dimensions)
    .map(({ variance, axis }) => axis.map((value) => value / variance ** evenness))
}

/** Rows about their own mean, in the space. */
export function project(rows: Rows, space: Space): Rows {
  const source = centred(rows)
  const values = new Float32Array(countOf(rows) * space.length)
  for (let index = 0; index < countOf(rows); index++) {
    const row = rowOf(source, index)
    for (const [column, axis] of space.entries()) {
      let sum = 0
      for (let d = 0; d < row.length; d++) sum += (row[d] ?? 0) * (axis[d] ?? 0)
      values[index * space.length + column] = sum
    }
  }
  return { width: space.length, values }
}

function covariance(rows: Rows): Float64Array {
  const { width } = rows
  const sum = new Float64Array(width * width)
  for (let index = 0; index < countOf(rows); index++) {
    const row = rowOf(rows, index)
    for (let i = 0; i < width; i++) {
      const left = row[i] ?? 0
      for (let j = 0; j < width; j++)
        sum[i * width + j] = (sum[i * width + j] ?? 0) + left * (row[j] ?? 0)
    }
  }
  return sum.map((value) => value / countOf(rows))
}
