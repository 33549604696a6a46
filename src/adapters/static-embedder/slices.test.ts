import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slices } from './token-ids.ts'

test.each([
  { text: '', pieces: [''] },
  { text: 'short', pieces: ['short'] },
  { text: 'one two three', pieces: ['one two ', 'three'] },
  { text: 'unbreakable run', pieces: ['unbreaka', 'ble run'] },
  { text: '1234567😀8', pieces: ['1234567', '😀8'] },
])('cuts $text into $pieces', ({ text, pieces }) => {
  expect([...slices(text, 8)]).toEqual(pieces)
})

test('pieces of any text, joined, are that text, and none is longer than the size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, size) => {
      const pieces = [...slices(text, size)]
      expect(pieces.join('')).toBe(text)
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(size)
    }),
  )
})
