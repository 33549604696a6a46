import { expect, test } from 'vitest'
import { slotOf, slotsOf } from './period.ts'

/** An hour as the ledger names it. */
const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 13)

test('today begins at the midnight of the reader', () => {
  const midnight = new Date(2026, 10, 18).getTime()
  const slots = slotsOf('today', midnight + 12_345)
  expect(new Date(slots.since).getTime()).toBe(midnight)
  expect(slotOf(slots, hourOf(midnight))).toBe(0)
  expect(slotOf(slots, hourOf(midnight + 8.5 * 3_600_000))).toBe(8)
})

test('hours of the ledger fall into the days of the reader', () => {
  const noon = new Date(2026, 10, 18, 12).getTime()
  const slots = slotsOf('7', noon)
  expect(slots.starts).toHaveLength(7)
  expect(slotOf(slots, hourOf(new Date(2026, 10, 17, 23).getTime()))).toBe(5)
  expect(slotOf(slots, hourOf(new Date(2026, 10, 18, 0).getTime()))).toBe(6)
  expect(slotOf(slots, hourOf(new Date(2026, 10, 1).getTime()))).toBe(-1)
})
