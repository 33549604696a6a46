import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crowdOf, toChance } from './chance.ts'

const curve = { most: 0.9, even: 5, slope: 0.5, lead: 2, margin: 0.7 }
const chanceOf = (sums: readonly number[], sum = sums[0] ?? 0): number =>
  toChance(sum, crowdOf(Float64Array.from(sums)), curve)

test('a result that stands out is surer than one of many alike', () => {
  expect(chanceOf([3, 1, 1, 1])).toBeGreaterThan(chanceOf([3, 3, 3, 3]))
})

test('a result with one twin is less sure than one without, at the same mean of the others', () => {
  expect(chanceOf([3, 1.5, 1.5])).toBeGreaterThan(chanceOf([3, 3, 0]))
})

test('what has no rival leads by all it has', () => {
  expect(chanceOf([3])).toBeGreaterThan(chanceOf([3, 1]))
})

test('within one search a higher sum never has a lower chance, and none passes the most', () => {
  const sums = fc.array(fc.double({ min: 0.01, max: 30, noNaN: true }), { minLength: 2 })
  fc.assert(
    fc.property(sums, (values) => {
      const sorted = values.toSorted((one, other) => other - one)
      const chances = sorted.map((sum) => chanceOf(sorted, sum))
      for (const [at, chance] of chances.entries()) {
        expect(chance).toBeLessThanOrEqual(curve.most)
        expect(chance).toBeLessThanOrEqual(chances[at - 1] ?? curve.most)
      }
    }),
  )
})
