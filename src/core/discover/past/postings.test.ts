import { expect, test } from 'vitest'
import { byPlace, packPostings, rowProduct } from './postings.ts'

// Three terms in three places; the last place holds none.
const postings = packPostings(
  [2, 1, 1],
  [
    { term: 0, place: 1, weight: 0.5 },
    { term: 0, place: 0, weight: 2 },
    { term: 1, place: 1, weight: 3 },
    { term: 2, place: 0, weight: 4 },
  ],
)

test('postings turned by place list the terms of each in order', () => {
  const { starts, places, weights } = byPlace(postings, 3)
  expect([...starts]).toEqual([0, 2, 4, 4])
  expect([...places]).toEqual([0, 2, 0, 1])
  expect([...weights]).toEqual([2, 4, 0.5, 3])
})

test.each([
  { one: 0, other: 1, product: 1 },
  { one: 1, other: 0, product: 1 },
  { one: 0, other: 0, product: 20 },
  { one: 0, other: 2, product: 0 },
  { one: 2, other: 1, product: 0 },
])('places $one and $other have a product of $product', ({ one, other, product }) => {
  expect(rowProduct(byPlace(postings, 3), one, other)).toBe(product)
})
