import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIsoTime, toIsoDate, toIsoTime } from './iso-time.ts'

const anyDate = fc.date({
  min: new Date('0001-01-01'),
  max: new Date('9999-12-31'),
  noInvalidDate: true,
})

test('writes times as Date does', () => {
  fc.assert(fc.property(anyDate, (date) => toIsoTime(date.getTime()) === date.toISOString()))
})

test('reads back what it writes', () => {
  fc.assert(
    fc.property(anyDate, (date) => parseIsoTime(toIsoTime(date.getTime())) === date.getTime()),
  )
})

test.each([
  ['2026-02-26', '2026-02-26T00:00:00Z'],
  ['2026-02-26T13:00:00+01:00', '2026-02-26T12:00:00Z'],
  ['2026-02-26T13:00:00-0330', '2026-02-26T16:30:00Z'],
  ['2024-02-29 08:30', '2024-02-29T08:30:00Z'],
])('reads %s as %s', (text, same) => {
  expect(parseIsoTime(text)).toBe(Date.parse(same))
})

test.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-01-01T25:00', '26-01-01'])(
  'takes %j for no time',
  (text) => {
    expect(parseIsoTime(text)).toBeUndefined()
  },
)

test('gives the day in UTC', () => {
  expect(toIsoDate(Date.parse('2026-02-26T23:59:59.999Z'))).toBe('2026-02-26')
})
