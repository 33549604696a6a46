import { expect, test } from 'vitest'
import { toUnit } from '../rank/vector-table.ts'
import { buildPastMeaning } from './past-meaning.ts'

/** One axis a subject, and one on which all requests agree. */
const about = (subject: number, agreement: number): Float32Array =>
  toUnit(Float32Array.of(...[0, 1, 2].map((axis) => Number(axis === subject)), agreement))

const sixty = (agreement: number) => Array.from({ length: 60 }, (_, at) => about(at % 3, agreement))
const bySubject = Array.from({ length: 60 }, (_, at) => [at % 3])

test('what all past intents have in common does not make them alike to an encoder', () => {
  const past = buildPastMeaning({ vectors: sixty(2), reads: 'texts' }, bySubject, 3)
  const [same = 0, other = 1] = past.alike(about(0, 2))
  expect(same).toBeCloseTo(1, 5)
  expect(other).toBeLessThan(0.2)
  expect(past.between(0, 1)).toBeLessThan(0.2)
  expect(past.alikeGroups(about(0, 2))[1]).toBeLessThan(0.2)
})

test('a table, to which only the same words are alike, is taken at its word', () => {
  const past = buildPastMeaning({ vectors: sixty(2), reads: 'words' }, bySubject, 3)
  expect(past.alike(about(0, 2))[1]).toBeCloseTo(0.8, 5)
})

test('a single past intent is as alike as ever', () => {
  const ofOne = (reads: 'words' | 'texts') =>
    buildPastMeaning({ vectors: [about(0, 2)], reads }, [[0]], 1)
  const [encoder, table] = [ofOne('texts'), ofOne('words')]
  expect(encoder.alike(about(0, 2))[0]).toBeCloseTo(1, 5)
  expect(encoder.alikeGroups(about(0, 2))[0]).toBeCloseTo(table.alikeGroups(about(0, 2))[0] ?? 0, 5)
})
