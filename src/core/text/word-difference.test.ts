import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

test.each([
  { before: '', after: '', pieces: [] },
  { before: 'a b', after: 'a b', pieces: [['same', 'a b']] },
  { before: '', after: 'a b', pieces: [['new', 'a b']] },
  {
    before: 'Run a query that reads.',
    after: 'Run a query that writes.',
    pieces: [
      ['same', 'Run a query that '],
      ['gone', 'reads'],
      ['new', 'writes'],
      ['same', '.'],
    ],
  },
  {
    before: 'Sends a mail',
    after: 'Sends and logs a mail',
    pieces: [
      ['same', 'Sends '],
      ['new', 'and logs '],
      ['same', 'a mail'],
    ],
  },
])('$before → $after', ({ before, after, pieces }) => {
  expect(wordDifference(before, after).map(({ kind, text }) => [kind, text])).toEqual(pieces)
})

test('both texts can be put together again from the pieces, whatever they hold', () => {
  const before = 'Lit « le fichier »\n\tdeux fois 👩‍💻 \ud800 fin'
  const after = 'Lit le  fichier\r\ntrois fois 👩‍💻 \ud800, fin'
  const pieces = wordDifference(before, after)
  const joined = (left: string): string =>
    pieces
      .filter(({ kind }) => kind !== left)
      .map(({ text }) => text)
      .join('')
  expect([joined('new'), joined('gone')]).toEqual([before, after])
})

test('a long text that was rewritten is given whole, the old one before the new one', () => {
  const text = (word: string): string => `Begin ${`${word} and `.repeat(5000)}end`
  expect(wordDifference(text('one'), text('two')).map(({ kind }) => kind)).toEqual([
    'same',
    'gone',
    'new',
    'same',
  ])
})
