import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermReader, termsOf } from './terms.ts'

test('reads every text as termsOf does', () => {
  const options = { withoutStopWords: true, stemmedIn: 'en' } as const
  const read = createTermReader(options)
  const piece = fc.constantFrom(
    'getUserName',
    'the',
    ' ',
    '\n',
    '\u00a0',
    '東京都',
    'a-b',
    '_',
    'É',
    '.',
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(text, (any) => {
      expect(read(any)).toEqual(termsOf(any, options))
    }),
  )
})
