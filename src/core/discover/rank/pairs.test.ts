import { expect, test } from 'vitest'
import { bm25Index } from '../../text/bm25.ts'
import { readPairs } from './question.ts'

const index = bm25Index([[['speech', 'text']], [['text', 'image']]], {
  fields: [{ weight: 1, lengthPenalty: 0 }],
})
const both = index.rarity('speech') + index.rarity('text')

test.each([
  { texts: [['speech', 'text']], found: both, what: 'a pair said side by side' },
  { texts: [['text', 'speech']], found: 0, what: 'nothing in the other order' },
  { texts: [['speech', 'to', 'text']], found: 0, what: 'nothing with a term in between' },
  { texts: [['speech'], ['text']], found: 0, what: 'nothing across two fields' },
  {
    texts: [
      ['speech', 'text', 'speech', 'text'],
      ['speech', 'text'],
    ],
    found: both,
    what: 'once',
  },
])('counts $what', ({ texts, found }) => {
  expect(readPairs(['speech', 'text'], index).in(texts)).toBeCloseTo(found)
})

test('one word has no pairs', () => {
  expect(readPairs(['speech'], index).in([['speech', 'speech']])).toBe(0)
})
