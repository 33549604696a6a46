import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenizerContract } from '../../ports/tokenizer.contract.ts'
import { digest } from '../node/digest.ts'
import { cutRuns } from './cut-runs.ts'
import { o200kTokenizer } from './tokenizer.ts'

describe('o200k tokenizer', () => tokenizerContract(() => o200kTokenizer(digest)))

test.each([
  ['ideographs', '漢'],
  ['one letter', 'a'],
  ['spaces', ' '],
  ['emoji', '🙂'],
])('counts twice as many tokens for twice the %s in one run', async (_name, unit) => {
  const tokenizer = o200kTokenizer(digest)
  const [small = 0, large = 0] = await tokenizer.count([unit.repeat(16_384), unit.repeat(32_768)])
  expect(large / small).toBeCloseTo(2, 1)
})

test('what could not be loaded is loaded when next asked, and then once', async () => {
  let loads = 0
  const tokenizer = o200kTokenizer(digest, async () => {
    if (++loads === 1) throw new Error('EMFILE: too many open files')
    return { countTokens: (text) => text.length, forgetWords: () => undefined }
  })
  await expect(tokenizer.count(['abc'])).rejects.toThrow('EMFILE')
  expect(await tokenizer.count(['abc'])).toEqual([3])
  expect(await tokenizer.count(['ab'])).toEqual([2])
  expect(loads).toBe(2)
})

test('cuts any text into pieces that join to it, none with a long run', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a', '漢', '🙂', ' ', '\n').map((char) => char.repeat(700)),
  )
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join('')
      const pieces = [...cutRuns(text)]
      expect(pieces.join('')).toBe(text)
      expect(pieces.every((piece) => !/\S{258}|[^\S\n]{258}/.test(piece))).toBe(true)
    }),
  )
})
