import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retainedMegabytes } from '../../../test/support/retained-heap.ts'
import { decodeTable, staticAsset } from './table.ts'
import { rememberWords } from './token-ids.ts'
import { wordPiece } from './word-piece.ts'

const table = decodeTable(readFileSync(staticAsset.url))
const vocabulary = table?.vocabulary ?? []
const tokenize = wordPiece(vocabulary)
const remembered = rememberWords(tokenize)
const isWord = (id: number) => !/^[!-/:-@[-`{-~]$/.test(vocabulary[id] ?? '')
const words = (text: string) => remembered(text).map((id) => vocabulary[id])

test.each([
  { text: 'Hello, world!', tokens: ['hello', 'world'] },
  { text: 'Élève naïve', tokens: ['el', '##eve', 'naive'] },
  { text: 'snake_case [CLS]', tokens: ['snake', 'case', 'cl', '##s'] },
  { text: '日本', tokens: ['日', '本'] },
  { text: '__proto__ constructor', tokens: ['proto', 'construct', '##or'] },
  { text: 'a\u0007b', tokens: ['ab'] },
  { text: '', tokens: [] },
])('$text is $tokens', ({ text, tokens }) => {
  expect(words(text)).toEqual(tokens)
})

test('words that are remembered get the ids that the tokenizer gives', () => {
  const unit = fc.oneof(
    fc.constantFrom('a', 'Z', '7', ' ', '\t', '\u000b', '\u00a0', '-', '_', 'é', 'e\u0301', 'ß'),
    fc.constantFrom('İ', '日', '😀', '\ufeff', '\u200d', '\u0000', '«', '—', '\ud800'),
    fc.constantFrom('token', 'izer', 'the'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(remembered(text)).toEqual(tokenize(text).filter(isWord))
    }),
    { numRuns: 1000 },
  )
})

test('a word that is remembered takes little more room than it needs', async () => {
  const held = rememberWords(tokenize)
  const remember = (): unknown => {
    for (let number = 0; number < 20_000; number++) held(`word${number}`)
    return held
  }
  // 200 bytes a word.
  expect(await retainedMegabytes(remember)).toBeLessThan(4)
})
