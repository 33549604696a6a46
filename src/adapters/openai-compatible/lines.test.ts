import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect } from '../../../test/support/collect.ts'
import { readLines } from './lines.ts'

async function* inChunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const size of sizes) {
    yield bytes.subarray(from, from + size)
    from += size
  }
  yield bytes.subarray(from)
}

test('lines do not depend on how the bytes were cut', async () => {
  const unit = fc.constantFrom('a', 'é', '蒼', '😀', '\n', '\r', '\r\n', '\u2028')
  const text = fc.string({ unit, maxLength: 40 })
  const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(text, sizes, async (written, cuts) => {
      const expected = written.split(/\r\n|\n|\r/)
      if (expected.at(-1) === '') expected.pop()
      const bytes = new TextEncoder().encode(written)
      expect(await collect(readLines(inChunks(bytes, cuts)))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('a line without end is refused, not kept', async () => {
  async function* flood(): AsyncGenerator<Uint8Array> {
    const chunk = new Uint8Array(1024 * 1024).fill(97)
    for (;;) yield chunk
  }
  const reading = collect(readLines(flood()))
  await expect(reading).rejects.toMatchObject({ code: 'model_reply_invalid' })
})
