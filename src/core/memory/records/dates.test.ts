import { expect, test } from 'vitest'
import { daysBetween, toStamp } from './dates.ts'

test('counts calendar days, not periods of 24 hours', () => {
  const late = Date.UTC(2026, 0, 1, 23, 59)
  expect(daysBetween(late, Date.UTC(2026, 0, 2, 0, 1))).toBe(1)
  expect(toStamp(late)).toBe('2026-01-01-235900')
})
