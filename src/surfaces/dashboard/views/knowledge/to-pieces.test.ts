import { expect, test } from 'vitest'
import { toPieces } from './document.tsx'

const chunk = (start_line: number, end_line: number) => ({ start_line, end_line })

test.each([
  { text: 'a\nb\nc\n', chunks: [chunk(1, 2), chunk(3, 3)], pieces: ['a\nb', 'c'] },
  { text: 'a\nb\nc', chunks: [chunk(2, 2)], pieces: ['a', 'b', 'c'] },
  { text: 'a\nb\nc', chunks: [chunk(1, 2), chunk(2, 3)], pieces: ['a\nb', 'c'] },
  { text: 'a', chunks: [chunk(1, 1), chunk(1, 1)], pieces: ['a'] },
  { text: 'a\nb', chunks: [], pieces: ['a\nb'] },
  { text: '', chunks: [], pieces: [] },
])('cuts $text into $pieces', ({ text, chunks, pieces }) => {
  expect(toPieces(text, chunks).map((piece) => piece.text)).toEqual(pieces)
})
