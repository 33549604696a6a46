import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spentMs } from '../../../../test/support/spent-ms.ts'
import { keptBytes, responseTap } from './response-tap.ts'

function tapOf(chunks: Iterable<Buffer>) {
  const tap = responseTap()
  for (const chunk of chunks) tap.see(chunk)
  return tap
}

function* slices(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, next = 0; at < bytes.length; next++) {
    const size = sizes[next % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const numbered = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255))

describe('what a response leaves behind', () => {
  test('one chunk is kept as it is, and nothing is kept of none', () => {
    const chunk = Buffer.alloc(200_000, 'x')
    expect(tapOf([chunk]).kept()).toBe(chunk)
    expect(tapOf([]).kept()).toHaveLength(0)
  })

  test('is the beginning and the end, however the chunks are cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000 }),
        fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 }),
        (length, sizes) => {
          const bytes = numbered(length)
          const tap = tapOf(slices(bytes, sizes))
          const kept = tap.kept()
          expect(tap.bytes()).toBe(length)
          expect(tap.isWhole()).toBe(kept.length === length)
          const head = Math.min(length, (sizes[0] ?? 1) + keptBytes.head)
          expect(kept.subarray(0, head).equals(bytes.subarray(0, head))).toBe(true)
          const tail = Math.min(keptBytes.tail, length - head)
          if (tail > 0) expect(kept.subarray(-tail).equals(bytes.subarray(-tail))).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('of a million chunks of one byte is bounded, and takes a moment', () => {
    const byte = Buffer.from('x')
    const spent = spentMs(() => {
      const tap = tapOf(Array.from({ length: 1_000_000 }, () => byte))
      expect(tap.kept()).toHaveLength(1 + keptBytes.head + keptBytes.tail)
      expect(tap.isWhole()).toBe(false)
    })
    expect(spent).toBeLessThan(4000)
  })
})
