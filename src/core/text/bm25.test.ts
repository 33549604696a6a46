import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bm25Options, bm25Index, type WeightedTerm } from './bm25.ts'

const oneField: Bm25Options = { fields: [{ weight: 1, lengthPenalty: 0.75 }] }
const weighted = (...terms: string[]): WeightedTerm[] => terms.map((term) => [term, 1])
const order = (hits: readonly { document: number }[]) => hits.map(({ document }) => document)

test('a rare term outweighs a common one', () => {
  const index = bm25Index([[['file', 'read']], [['file', 'write']], [['file', 'list']]], oneField)
  expect(order(index.search(weighted('file', 'write'), 3))[0]).toBe(1)
  expect(index.rarity('write')).toBeGreaterThan(index.rarity('file'))
  expect(index.rarity('unknown')).toBeGreaterThan(index.rarity('write'))
  expect(index.documentFrequency('file')).toBe(3)
})

test('the same match counts more in a heavier field', () => {
  const fields = [
    { weight: 3, lengthPenalty: 0.5 },
    { weight: 1, lengthPenalty: 0.5 },
  ]
  const index = bm25Index(
    [
      [['a'], ['mail']],
      [['mail'], ['a']],
    ],
    { fields },
  )
  expect(order(index.search(weighted('mail'), 2))).toEqual([1, 0])
})

test('a shorter document wins when length is penalised, and ties when it is not', () => {
  const documents = [[['mail', 'x', 'y', 'z']], [['mail']]]
  expect(order(bm25Index(documents, oneField).search(weighted('mail'), 2))).toEqual([1, 0])
  const flat = bm25Index(documents, { fields: [{ weight: 1, lengthPenalty: 0 }] })
  expect(order(flat.search(weighted('mail'), 2))).toEqual([0, 1])
})

test('the score is the textbook formula', () => {
  const [hit] = bm25Index([[['a', 'a', 'b']], [['c']]], oneField).search(weighted('a'), 1)
  const frequency = 2 / (1 - 0.75 + 0.75 * (3 / 2))
  const rarity = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
  expect(hit?.score).toBeCloseTo((rarity * frequency * 2.2) / (frequency + 1.2), 12)
})

test('an empty index and an unknown term find nothing', () => {
  expect(bm25Index([], oneField).search(weighted('a'), 5)).toEqual([])
  expect(bm25Index([[['a']]], oneField).search(weighted('b'), 5)).toEqual([])
})

test('every hit holds a query term, in falling order, ties in document order', () => {
  const terms = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(terms), { maxLength: 12 }), terms, (documents, query) => {
      const hits = bm25Index(documents, oneField).search(weighted(...query), 100)
      const holding = documents.filter(([words]) => words.some((word) => query.includes(word)))
      expect(hits.length).toBe(holding.length)
      hits.forEach((hit, position) => {
        const next = hits[position + 1]
        if (next === undefined) return
        expect(hit.score >= next.score).toBe(true)
        if (hit.score === next.score) expect(hit.document).toBeLessThan(next.document)
      })
    }),
  )
})
