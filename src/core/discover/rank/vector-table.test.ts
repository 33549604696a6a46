import { expect, test } from 'vitest'
import { between, likenessOf, packed, toUnit } from './vector-table.ts'

test('a unit has length 1, and nothing stays nothing', () => {
  expect(Math.hypot(...toUnit(Float32Array.of(3, 4)))).toBeCloseTo(1)
  expect([...toUnit(Float32Array.of(0, 0))]).toEqual([0, 0])
})

test('between two vectors lies what is as alike to both, or more to the one that weighs more', () => {
  const two = [Float32Array.of(1, 0, 0), Float32Array.of(0, 0, 1)]
  const shown = (vector: Float32Array) => [...vector].map((value) => value.toFixed(3))
  expect(shown(between(two, [5, 5]))).toEqual(['0.707', '0.000', '0.707'])
  expect(shown(between(two, [4, 3]))).toEqual(['0.800', '0.000', '0.600'])
  expect(between([], [])).toHaveLength(0)
})

test.each([0, 1, 3, 4, 7, 9])('likeness to each of %d rows is their product, or 0', (rows) => {
  const vectors = Array.from({ length: rows }, (_, row) =>
    toUnit(Float32Array.of(row - 2, 1, row % 3)),
  )
  const vector = toUnit(Float32Array.of(1, -1, 2))
  const found = likenessOf(vector, packed(vectors, 3))
  expect(found).toHaveLength(rows)
  vectors.forEach((one, row) => {
    const product = one.reduce((sum, value, axis) => sum + value * (vector[axis] ?? 0), 0)
    expect(found[row]).toBeCloseTo(Math.max(0, product), 6)
  })
})
