import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanBest } from './scan.ts'
import { scanCoded } from './scan-coded.ts'
import { codeRow, reserveCodes } from './vector-codes.ts'

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}

const dimensions = 9
const vectors = fc.array(
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  }),
  { minLength: 1, maxLength: 60 },
)

test('finds by codes exactly the rows that a scan of whole vectors finds', () => {
  fc.assert(
    fc.property(vectors, fc.integer({ min: 1, max: 12 }), (given, limit) => {
      const [query = unit([]), ...units] = given.map(unit)
      const rows = new Float32Array(units.length * dimensions)
      const codes = reserveCodes(units.length, dimensions)
      for (const [row, vector] of units.entries()) {
        rows.set(vector, row * dimensions)
        codeRow(codes, row, vector)
      }
      const exact = scanBest(rows, units.length, query, limit).map(({ score }) => score)
      const coded = scanCoded({ rows, codes, count: units.length }, query, limit)
      expect(coded).toHaveLength(exact.length)
      for (const [at, { score }] of coded.entries()) expect(score).toBeCloseTo(exact[at] ?? 2, 6)
    }),
  )
})
