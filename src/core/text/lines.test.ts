import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstTerminator, lineAt, rawLineAt, rawLinesBetween, splitLines } from './lines.ts'

const contents = (text: string) => {
  const lines = splitLines(text)
  return Array.from({ length: lines.count }, (_, index) => lineAt(lines, index))
}

test.each([
  { text: '', lines: [] },
  { text: '\n', lines: [''] },
  { text: 'a', lines: ['a'] },
  { text: 'a\nb', lines: ['a', 'b'] },
  { text: 'a\nb\n', lines: ['a', 'b'] },
  { text: 'a\r\nb\rc\n\nd', lines: ['a', 'b', 'c', '', 'd'] },
  { text: '\r\r\n\r', lines: ['', '', ''] },
])('cuts $text into $lines', ({ text, lines }) => {
  expect(contents(text)).toEqual(lines)
})

test('joining every line with its terminator gives the text back', () => {
  const texts = fc.array(fc.constantFrom('\n', '\r\n', '\r', 'a', '\u0000', '\ud800', '😀', 'é '))
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = pieces.join('')
      const lines = splitLines(text)
      const raw = Array.from({ length: lines.count }, (_, index) => rawLineAt(lines, index))
      expect(raw.join('')).toBe(text)
      expect(contents(text).join('')).not.toMatch(/[\r\n]/)
      if (lines.count > 0) expect(rawLinesBetween(lines, 0, lines.count - 1)).toBe(text)
    }),
  )
})

test('grows past its first estimate when most lines are empty', () => {
  expect(splitLines('\n'.repeat(5000)).count).toBe(5000)
  expect(splitLines('\r\n'.repeat(5000)).count).toBe(5000)
})

test.each([
  ['a\r\nb\n', '\r\n'],
  ['a\rb', '\r'],
  ['one line', '\n'],
  ['', '\n'],
])('adds lines to %j with its own terminator', (text, terminator) => {
  expect(firstTerminator(splitLines(text))).toBe(terminator)
})
