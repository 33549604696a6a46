import { expect, test } from 'vitest'
import { fromShared, toShared } from './shared-text.ts'

test.each(['a line\nanother é ✓', '', 'x'.repeat(100_000)])(
  'carries a text there and back',
  async (text) => {
    const shared = await toShared(text)
    expect(shared).toMatch(/^[\w-]*$/)
    expect(await fromShared(shared ?? '')).toBe(text)
  },
)

test('says of a text that is too long that it has no such form', async () => {
  const random = Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 104_729).toString(36))
  expect(await toShared(random.join(''))).toBeUndefined()
})

test.each(['%%%', 'AAAA', 'not-ours'])('makes no text of %j', async (shared) => {
  expect(await fromShared(shared)).toBeUndefined()
})
