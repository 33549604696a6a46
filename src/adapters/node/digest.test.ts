import { expect, test } from 'vitest'
import { digest } from './digest.ts'

test('is the SHA-256 of the UTF-8 for ordinary text', () => {
  expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('tells lone surrogates from each other and from the replacement character', () => {
  const digests = ['\ud800', '\udc00', '\ufffd', 'a\ud800', 'a\ufffd'].map(digest)
  expect(new Set(digests).size).toBe(digests.length)
})
