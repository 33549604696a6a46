import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween, formatDate, formatDateTime, formatStamp, parseDate } from './dates.ts'

test('formats any moment as the platform does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (moment) => {
      const iso = new Date(moment).toISOString()
      expect(formatDateTime(moment)).toBe(iso)
      expect(parseDate(iso)).toBe(moment)
      expect(formatDate(moment)).toBe(iso.slice(0, 10))
    }),
  )
})

test.each([
  ['2026-02-28', Date.UTC(2026, 1, 28)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02 03:04', Date.UTC(2026, 0, 2, 3, 4)],
  ['2026-01-02T03:04:05.123456+02:00', Date.UTC(2026, 0, 2, 1, 4, 5, 123)],
  ['2026-01-02T03:04:05-0130', Date.UTC(2026, 0, 2, 4, 34, 5)],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-00-10', undefined],
  ['2026-01-01T25:00', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('reads %s', (text, moment) => {
  expect(parseDate(text)).toBe(moment)
})

test('counts calendar days, not periods of 24 hours', () => {
  const late = Date.UTC(2026, 0, 1, 23, 59)
  expect(daysBetween(late, Date.UTC(2026, 0, 2, 0, 1))).toBe(1)
  expect(formatStamp(late)).toBe('2026-01-01-235900')
})
