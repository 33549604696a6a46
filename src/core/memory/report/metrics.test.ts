import { expect, test } from 'vitest'
import type { KnownLearning } from '../records/known-learning.ts'
import type { Injection, Outcome } from '../records/records.ts'
import { measureCompounding } from './metrics.ts'

const hash = (digit: string) => digit.repeat(64)
const learning = (digit: string, created: string, moves: number): KnownLearning => ({
  id: digit,
  key: `PD-1 gate 1 ${hash(digit)}`,
  tagsHash: hash(digit),
  scope: moves > 0 ? 'domain' : 'story',
  createdAt: Date.parse(created),
  record: {
    story: 'PD-1',
    gate: 1,
    tags: [],
    text: 'x',
    date: created,
    scope_history: Array.from({ length: moves }, () => ({})),
  },
})
const injected = (digit: string, into: string, date: string): Injection => ({
  story: 'PD-1',
  gate: 1,
  tags_hash: hash(digit),
  injected_story: into,
  date,
})
const outcomes: Outcome[] = [
  { story: 'PD-2', gate: 8, result: 'go', date: '2026-01-20' },
  { story: 'PD-3', gate: 8, result: 'nogo', date: '2026-01-20' },
]

test('measures reuse, outcomes, promotions, evictions and the time to first reuse', () => {
  const metrics = measureCompounding(
    [learning('a', '2026-01-01', 1), learning('b', '2026-01-01', 0)],
    [{ story: 'PD-1', gate: 1, tags: [], text: 'gone', date: '2025-01-01' }],
    [
      injected('a', 'PD-2', '2026-01-11'),
      injected('a', 'PD-3', '2026-01-12'),
      injected('a', 'PD-4', '2026-01-13'),
    ],
    outcomes,
    Date.UTC(2026, 0, 14),
  )
  expect(metrics).toMatchObject({
    learnings: 2,
    injections: 3,
    stories: 3,
    reuseRate: 0.5,
    injectionsPerStory: 1,
    passedShare: 0.5,
    byScope: { story: 1, domain: 1, global: 0 },
    promotions: 1,
    evictions: 1,
    daysToFirstReuse: 10,
  })
  expect(metrics.weeks.slice(-2)).toEqual([
    { week: '2026-01-05', injections: 1 },
    { week: '2026-01-12', injections: 2 },
  ])
})

test('an empty memory has nothing to divide by', () => {
  const metrics = measureCompounding([], [], [], [], 0)
  expect(metrics).toMatchObject({
    reuseRate: 0,
    passedShare: undefined,
    daysToFirstReuse: undefined,
  })
})
