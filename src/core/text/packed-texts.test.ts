import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PackedText, textPacker, unpackText } from './packed-texts.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '\uFEFFmark', '→'.repeat(60_000), '→'.repeat(100_000)),
)

test('every text comes back until it is released, whatever is packed after it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      (texts, most) => {
        const { pack, release } = textPacker()
        const kept: PackedText[] = []
        for (const [at, one] of texts.entries()) {
          kept.push(pack(one))
          const oldest = kept.length > most ? kept.shift() : undefined
          if (oldest) release(oldest)
          expect(kept.map(unpackText)).toEqual(texts.slice(at + 1 - kept.length, at + 1))
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('blocks are used again', () => {
  const { pack, release } = textPacker()
  const blocks = new Set<unknown>()
  const kept: PackedText[] = []
  for (let count = 0; count < 2000; count++) {
    const packed = pack('x'.repeat(4000))
    blocks.add(packed.block)
    kept.push(packed)
    const oldest = kept.length > 50 ? kept.shift() : undefined
    if (oldest) release(oldest)
  }
  expect(blocks.size).toBeLessThan(5)
})
