import { expect, test } from 'vitest'
import type { KnownLearning } from '../records/known-learning.ts'
import { findDuplicates } from './duplicates.ts'

const known = (
  id: string,
  text: string,
  createdAt: number,
  tags: string[] = [],
): KnownLearning => ({
  id,
  key: id,
  tagsHash: '',
  scope: 'story',
  createdAt,
  record: { story: 'PD-1', gate: 1, tags, text, date: '2026-01-01' },
})

test('groups learnings that nearly repeat each other and proposes one line for them', () => {
  const base = 'close the connection pool before the process exits because tests hang otherwise'
  const groups = findDuplicates([
    known('b', base, 2, ['node']),
    known('x', 'write the changelog in the same commit as the change it speaks of', 1),
    known('a', `${base} forever`, 1, ['#pool', 'Node']),
  ])
  expect(groups).toEqual([
    {
      similarity: 0.91,
      ids: ['a', 'b'],
      proposal: { id: 'a', text: `${base} forever`, tags: ['#node', '#pool'] },
    },
  ])
})

test('one word of twelve may differ', () => {
  const groups = findDuplicates([
    known('a', 'use a write ahead log so that readers never block the writers', 1),
    known('b', 'use a write ahead log so that readers rarely block the writers', 2),
  ])
  expect(groups.map(({ ids }) => ids)).toEqual([['a', 'b']])
})

test('a shared phrase is not a duplicate', () => {
  expect(
    findDuplicates([
      known('a', 'in the end it was the cache that kept the old answer alive', 1),
      known('b', 'in the end it was a missing index on the orders table', 1),
    ]),
  ).toEqual([])
})
