import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestRanked, compareRanked, type Ranked, toSimilarity } from './order.ts'

const names = (hits: readonly (Ranked & { name: string })[]) =>
  hits.toSorted(compareRanked).map(({ name }) => name)

test('TC-NOM-07 INV-295-07 CA-295-07 equal similarities are ordered by reuse score, unequal ones are not', () => {
  const hits = [
    { name: 'poor', similarity: 0.8, reuseScore: 0.2, createdAt: 3 },
    { name: 'rich', similarity: 0.8, reuseScore: 1.8, createdAt: 1 },
    { name: 'near', similarity: 0.9, reuseScore: 0, createdAt: 2 },
  ]
  expect(names(hits)).toEqual(['near', 'rich', 'poor'])
})

test('TC-PLAN-05 INV-plan-08 at equal similarity and score the newer one comes first', () => {
  const hits = [
    { name: 'old', similarity: 0.5, reuseScore: 1, createdAt: Date.UTC(2026, 0, 1) },
    { name: 'new', similarity: 0.5, reuseScore: 1, createdAt: Date.UTC(2026, 0, 2) },
  ]
  expect(names(hits)).toEqual(['new', 'old'])
})

test('INV-plan-07 the order is total: any shuffle of the same hits sorts the same', () => {
  const hit = fc.record({
    similarity: fc.constantFrom(0, 0.5, 1),
    reuseScore: fc.constantFrom(0, 1),
    createdAt: fc.integer(),
  })
  fc.assert(
    fc.property(fc.array(hit, { maxLength: 8 }), (hits) => {
      expect(hits.toReversed().sort(compareRanked)).toEqual(hits.toSorted(compareRanked))
    }),
  )
})

test('the best few are the head of the whole order', () => {
  const hit = fc.record({
    similarity: fc.constantFrom(0, 0.5, 1),
    reuseScore: fc.constantFrom(0, 1),
    createdAt: fc.constantFrom(1, 2),
    name: fc.string(),
  })
  fc.assert(
    fc.property(fc.array(hit), fc.nat(6), (hits, limit) => {
      expect(bestRanked(hits, limit)).toEqual(hits.toSorted(compareRanked).slice(0, limit))
    }),
  )
})

test.each([
  [0.123, 0.12],
  [0.125_1, 0.13],
  [-1, 0],
  [7, 1],
])('shows %f as %f', (value, shown) => {
  expect(toSimilarity(value)).toBe(shown)
})
