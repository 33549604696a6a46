import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from '../adapters/node/digest.ts'
import { plainDigest } from './sha256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 10_000])(
  'is that of Node for %d letters',
  (length) => {
    expect(plainDigest('a'.repeat(length))).toBe(digest('a'.repeat(length)))
  },
)

test('is that of Node for any text, lone surrogates among them', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.integer({ min: 0xd7f0, max: 0xe010 }))
      .map((codes) => String.fromCharCode(...codes)),
  )
  fc.assert(fc.property(text, (one) => plainDigest(one) === digest(one)))
})
