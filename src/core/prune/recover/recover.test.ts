import { expect, test } from 'vitest'
import { EngineError } from '../../../errors.ts'
import { splitLines } from '../../text/lines.ts'
import { findRanges, recoverColumns, recoverRanges } from './recover.ts'

const lines = splitLines('one\r\ntwo\rthree\nÉchec\nlast')

test.each([
  { ranges: [[1, 2]], numbered: false, raw: 'one\r\ntwo\r' },
  { ranges: [[4, 99]], numbered: false, raw: 'Échec\nlast' },
  { ranges: [[50, 99]], numbered: false, raw: '' },
  {
    ranges: [
      [3, 3],
      [1, 1],
    ],
    numbered: true,
    raw: '3│ three\n1│ one\r\n',
  },
  {
    ranges: [
      [5, 5],
      [1, 1],
    ],
    numbered: false,
    raw: 'last\none\r\n',
  },
  { ranges: [], numbered: false, raw: '' },
])('gives lines $ranges back', ({ ranges, numbered, raw }) => {
  const asked = ranges.map(([start = 0, end = 0]) => ({ start, end }))
  expect(recoverRanges(lines, asked, numbered)).toBe(raw)
})

test.each([
  [2, 1],
  [0, 3],
  [-1, 1],
  [1.5, 2],
])('refuses the range %d to %d', (start, end) => {
  const refusal = expect.objectContaining({ code: 'invalid_range' })
  expect(() => recoverRanges(lines, [{ start, end }], false)).toThrow(EngineError)
  expect(() => recoverRanges(lines, [{ start, end }], false)).toThrow(refusal)
})

test('finds lines by a term, whatever its case and accents, with context', () => {
  expect(findRanges(lines, 'echec', 0)).toEqual([{ start: 4, end: 4 }])
  expect(findRanges(lines, 'ONE', 1)).toEqual([{ start: 1, end: 2 }])
  expect(findRanges(lines, '', 1)).toEqual([])
})

test('gives part of one line back', () => {
  expect(recoverColumns(lines, 3, { start: 2, end: 4 })).toBe('hre')
  expect(recoverColumns(lines, 3, { start: 4, end: 900 })).toBe('ee')
  expect(recoverColumns(lines, 9, { start: 1, end: 2 })).toBe('')
})
