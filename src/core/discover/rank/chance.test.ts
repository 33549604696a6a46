import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Curve, type Standing, toChance } from './chance.ts'

const nothing = {
  ...{ best: 0, covered: 0, nearlyCovered: 0, headlineSaid: 0, nameSaid: 0, meaning: 0 },
  ...{ subject: 0, pairs: 0, usualMeaning: 0, past: 0, said: 0, size: 0, length: 0 },
}
const curve: Curve = {
  ...{ sum: 0.5, lead: 2, margin: 0.7, share: 1, logShare: 0.1, isBest: 0.2, constant: -6 },
  ...{ ...nothing, covered: 2 },
}

function standing(sums: readonly number[], covered = 0): Standing {
  return {
    total: sums.reduce((total, sum) => total + sum, 0),
    count: sums.length,
    best: sums[0] ?? 0,
    second: sums[1] ?? 0,
    rivals: sums.reduce((rivals, sum) => rivals + Math.exp(2 * (sum - (sums[0] ?? 0))), 0),
    search: { ...nothing, covered },
  }
}

const chanceOf = (sums: readonly number[], sum = sums[0] ?? 0): number =>
  toChance(sum, standing(sums), curve)

test('a result that stands out is surer than one of many alike', () => {
  expect(chanceOf([3, 1, 1, 1])).toBeGreaterThan(chanceOf([3, 3, 3, 3]))
})

test('a result with one twin is less sure than one without, at the same mean of the others', () => {
  expect(chanceOf([3, 1.5, 1.5])).toBeGreaterThan(chanceOf([3, 3, 0]))
})

test('what has no rival leads by all it has', () => {
  expect(chanceOf([3])).toBeGreaterThan(chanceOf([3, 1]))
})

test('a search whose first result says little of the intent is less sure of all of them', () => {
  expect(toChance(2, standing([3, 2], 0.1), curve)).toBeLessThan(
    toChance(2, standing([3, 2], 0.9), curve),
  )
})

test('within one search a higher sum never has a lower chance', () => {
  const sums = fc.array(fc.double({ min: 0.01, max: 30, noNaN: true }), { minLength: 2 })
  fc.assert(
    fc.property(sums, (values) => {
      const sorted = values.toSorted((one, other) => other - one)
      const chances = sorted.map((sum) => chanceOf(sorted, sum))
      for (const [at, chance] of chances.entries())
        expect(chance).toBeLessThanOrEqual(chances[at - 1] ?? 1)
    }),
  )
})
