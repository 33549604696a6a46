import { expect, test } from 'vitest'
import { linkTurns, turnsOf } from './turn-links.ts'

const talk = [
  '8 May, 2023 Ada: What did you paint?',
  '8 May, 2023 Grace: A sunrise over the lake.',
  'Ada (9 May 2023): I painted nothing.',
]
const scores = (...values: readonly number[]): Float64Array => Float64Array.from(values)

test('a line says who speaks, with the day before or after the name', () => {
  expect(turnsOf(talk, 0).map(({ speaker }) => speaker)).toEqual(['ada', 'grace', 'ada'])
  expect(
    turnsOf(['Note: close the pool', 'no name here: x'], 0).map(({ speaker }) => speaker),
  ).toEqual(['note', undefined])
})

test('the turn after a question gains from it, and the one a query names gains for its speaker', () => {
  const linked = linkTurns(scores(0.5, 0.3, 0.3), turnsOf(talk, 0), 'What did Grace paint?')
  expect(linked[1]).toBeCloseTo(0.3 * 1.2 + 0.2 * 0.5)
  expect(linked[2]).toBe(0.3)
})

test('a text that is no conversation keeps its scores', () => {
  const plain = scores(0.9, 0.4)
  expect(linkTurns(plain, turnsOf(['Is it closed?', 'Close the pool.'], 0), 'pool')).toBe(plain)
})

test('no score leaves 0..1, and a question in another text answers nothing', () => {
  const turns = [...turnsOf(talk.slice(0, 1), 0), ...turnsOf(talk.slice(1), 1)]
  const linked = linkTurns(scores(1, 1, 0.2), turns, 'Grace')
  expect(Math.max(...linked)).toBe(1)
  expect(linked[1]).toBe(1)
  expect(linked[0]).toBeCloseTo(1 / 1.2)
})
