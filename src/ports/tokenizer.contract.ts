import { expect, test } from 'vitest'
import type { Tokenizer } from './tokenizer.ts'

/** Every adapter of `Tokenizer` must pass these. */
export function tokenizerContract(open: () => Tokenizer): void {
  test('counts each text, in order', async () => {
    const [none, one, many] = await open().count(['', 'hello', 'one two three four'])
    expect(none).toBe(0)
    expect(one).toBe(1)
    expect(many).toBe(4)
  })

  test('takes what looks like a special token as plain text', async () => {
    const [count = 0] = await open().count(['<|endoftext|>'])
    expect(count).toBeGreaterThan(1)
  })

  test('gives the same count again', async () => {
    const tokenizer = open()
    const text = 'the quick brown fox '.repeat(200)
    expect(await tokenizer.count([text])).toEqual(await tokenizer.count([text]))
  })
}
