import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { recoverColumns } from '../recover/recover.ts'
import { shortenLines } from './shorten-lines.ts'

const pruneId = 'prn_abcdefghijklmnop'

test('keeps the head, the tail and what the goal names of a line of minified code', () => {
  const entries = Array.from({ length: 4000 }, (_, at) => `"key${at}":"value${at}"`)
  entries[2000] = '"password":"hunter2"'
  const text = `v={${entries.join(',')}}`
  const { text: short, cuts } = shortenLines({
    text,
    goal: 'where is the password',
    pruneId,
    longestLine: 1000,
  })
  expect(short).toContain('"password":"hunter2"')
  expect(short.startsWith('v={"key0"')).toBe(true)
  expect(short.endsWith('"value3999"}')).toBe(true)
  expect(short.length).toBeLessThan(1000 + cuts.length * 120)
})

test('short lines pass untouched', () => {
  expect(shortenLines({ text: 'a\r\nb', goal: '', pruneId, longestLine: 10 })).toEqual({
    text: 'a\r\nb',
    cuts: [],
  })
})

test('putting every cut back gives the text, and no line is lost or made', () => {
  const long = fc.string({
    unit: fc.constantFrom('a', '😀', '\ud800', ',', 'é'),
    minLength: 300,
    maxLength: 900,
  })
  const texts = fc.array(fc.oneof(long, fc.constant('short')), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(texts, (rows) => {
      const text = rows.join('\n')
      const lines = splitLines(text)
      const shortened = shortenLines({ text, goal: 'a', pruneId, longestLine: 200 })
      let restored = shortened.text
      for (const cut of shortened.cuts) {
        const columns = { start: cut.start_column, end: cut.end_column }
        expect(cut.marker.length).toBeLessThan(cut.end_column - cut.start_column + 1)
        restored = restored.replace(cut.marker, () => recoverColumns(lines, cut.line, columns))
      }
      expect(restored).toBe(text)
      expect(splitLines(shortened.text).count).toBe(lines.count)
    }),
  )
})
