import { expect, test } from 'vitest'
import type { Learning } from '../records/records.ts'
import { ageDays, isStale } from './evict.ts'

const now = Date.UTC(2026, 5, 30, 12)
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const learning = (fields: Partial<Learning>): Learning => ({
  story: 'PD-1',
  gate: 1,
  tags: [],
  text: 'x',
  date: daysAgo(0),
  ...fields,
})

test.each([
  { days: 55, injections: 0, isOut: false },
  { days: 56, injections: 0, isOut: false },
  { days: 57, injections: 0, isOut: true },
  { days: 57, injections: 1, isOut: false },
  { days: 400, injections: 3, isOut: false },
])(
  'TC-NEG-03 INV-295-11 at $days days and $injections injections, leaving is $isOut',
  ({ days, injections, isOut }) => {
    expect(isStale(learning({ date_created: daysAgo(days) }), injections, now)).toBe(isOut)
  },
)

test('INV-plan-09 age counts from date_created, and from date only where that is absent', () => {
  expect(ageDays(learning({ date: daysAgo(90), date_created: daysAgo(3) }), now)).toBe(3)
  expect(ageDays(learning({ date: daysAgo(90) }), now)).toBe(90)
  expect(ageDays(learning({ date: '2026-06-01' }), now)).toBe(29)
})
