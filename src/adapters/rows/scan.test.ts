import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dotAt, scanBest } from './scan.ts'
import { reserveRows, setRow } from './vector-rows.ts'

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}

const vectors = fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
  fc.array(
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: dimensions,
      maxLength: dimensions,
    }),
    { minLength: 1, maxLength: 60 },
  ),
)

test('finds by codes exactly the rows that comparing every whole vector finds', () => {
  fc.assert(
    fc.property(vectors, fc.integer({ min: 1, max: 12 }), (given, limit) => {
      const [query = unit([]), ...units] = given.map(unit)
      const half = Math.floor(units.length / 2)
      const few = reserveRows(half, query.length, undefined)
      for (const [row, vector] of units.slice(0, half).entries()) setRow(few, row, vector)
      const all = reserveRows(units.length, query.length, few)
      for (const [row, vector] of units.entries()) if (row >= half) setRow(all, row, vector)
      const exact = units
        .map((vector) => dotAt(vector, 0, query))
        .sort((a, b) => b - a)
        .slice(0, limit)
      const found = scanBest(all, query, limit)
      expect(found).toHaveLength(exact.length)
      for (const [at, { score }] of found.entries()) expect(score).toBeCloseTo(exact[at] ?? 2, 6)
    }),
  )
})

test.each([513, 1024, 4096])('sums of %i values at their largest do not overflow', (dimensions) => {
  const ones = new Float32Array(dimensions).fill(1)
  const rows = reserveRows(2, dimensions, undefined)
  setRow(
    rows,
    0,
    ones.map((value) => -value),
  )
  setRow(rows, 1, ones)
  expect(scanBest(rows, ones, 1)).toEqual([{ row: 1, score: dimensions }])
})
