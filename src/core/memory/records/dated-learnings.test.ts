import { expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { datedLearnings } from './dated-learnings.ts'
import { knownLearning } from './known-learning.ts'

const known = (id: string, more: object = {}) =>
  knownLearning(digest, {
    id,
    story: 'MEMO-1',
    gate: 0,
    tags: [],
    text: id,
    date: '2026-01-01',
    ...more,
  })

const statesOn = (day: string, ...learnings: ReturnType<typeof known>[]) =>
  datedLearnings(learnings, day).map(({ state }) => state)

test('what a newer one replaces no longer holds, and says by which', () => {
  const pair = [known('lrn_a'), known('lrn_b', { supersedes: ['lrn_a'] })]
  const [old] = datedLearnings(pair, '2026-02-01')
  expect(old).toMatchObject({ state: 'replaced', replacedBy: 'lrn_b' })
})

test.each([
  { day: '2026-01-31', state: 'not yet' },
  { day: '2026-02-01', state: 'current' },
  { day: '2026-02-28', state: 'current' },
  { day: '2026-03-01', state: 'expired' },
])('between its first and last day it holds: $day, $state', ({ day, state }) => {
  const one = known('lrn_a', { valid_from: '2026-02-01', valid_until: '2026-02-28' })
  expect(statesOn(day, one)).toEqual([state])
})

test('two that name each other, or one that names itself, both hold', () => {
  const pair = [
    known('lrn_a', { supersedes: ['lrn_b'] }),
    known('lrn_b', { supersedes: ['lrn_a'] }),
  ]
  expect(statesOn('2026-02-01', ...pair)).toEqual(['current', 'current'])
  expect(statesOn('2026-02-01', known('lrn_c', { supersedes: ['lrn_c'] }))).toEqual(['current'])
})
