import { expect, test } from 'vitest'
import { fuse, type Legs } from './fuse.ts'

const word = (key: number, score: number) => ({ key, score, words: score, grams: 0, proximity: 0 })

/** One chunk that holds most words, and another that holds a few and is nearer in meaning. */
const legs = (vectors: Pick<Legs, 'reads' | 'background'>, cosines: readonly number[]): Legs => ({
  lexical: [word(1, 0.8), word(2, 0.4)],
  vector: [2, 1].map((key) => ({ key, score: cosines[key - 1] ?? 0 })),
  cosines: new Map(),
  gramShare: 0,
  proseShare: 1,
  highestScore: 1,
  ...vectors,
})
const order = (of: Legs): readonly number[] => fuse(of, 'weighted').map(({ key }) => key)

test('a table of words is believed less than the words themselves', () => {
  expect(order(legs({ reads: 'words', background: 0 }, [0.3, 0.9]))).toEqual([1, 2])
})

test('an encoder is believed more', () => {
  expect(order(legs({ reads: 'texts', background: 0 }, [0.3, 0.9]))).toEqual([2, 1])
})

test('an encoder is believed still more over code, a table is not', () => {
  const cosines = [0.3, 0.5]
  const prose = legs({ reads: 'texts', background: 0 }, cosines)
  expect(order(prose)).toEqual([1, 2])
  expect(order({ ...prose, proseShare: 0 })).toEqual([2, 1])
  const table = legs({ reads: 'words', background: 0 }, cosines)
  expect(fuse({ ...table, proseShare: 0 }, 'weighted')).toEqual(fuse(table, 'weighted'))
})

test('the cosines of an encoder count from what it gives to unrelated texts', () => {
  const [first] = fuse(legs({ reads: 'texts', background: 0.6 }, [0.6, 0.5]), 'weighted')
  expect(first).toMatchObject({ key: 1, score: 0.8 })
  const far = order(legs({ reads: 'texts', background: 0.6 }, [0.72, 0.96]))
  const near = order(legs({ reads: 'texts', background: 0 }, [0.3, 0.9]))
  expect(far).toEqual(near)
})

test('a question in a script of grams is left to the words', () => {
  const korean = { ...legs({ reads: 'texts', background: 0 }, [0.3, 0.9]), gramShare: 1 }
  expect(order(korean)).toEqual([1, 2])
})
