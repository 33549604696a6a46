import { expect, test } from 'vitest'
import { contentMemo } from './content-memo.ts'

function counting(maxChars: number) {
  const memo = contentMemo<number>(maxChars)
  let computed = 0
  return (key: string, text: string): number => {
    memo.get(key, text, () => ++computed)
    return computed
  }
}

test('computes once for a key and its text, and again when the text changes', () => {
  const computedAfter = counting(1000)
  expect(['a', 'a', 'b', 'a'].map((text) => computedAfter('key', text))).toEqual([1, 1, 2, 3])
})

test('forgets what was used longest ago when it holds too much', () => {
  const computedAfter = counting(10)
  for (const key of ['one', 'two', 'one', 'three']) computedAfter(key, '12345')
  expect(computedAfter('one', '12345')).toBe(3)
  expect(computedAfter('two', '12345')).toBe(4)
})
