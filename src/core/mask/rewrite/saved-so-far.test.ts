import { expect, test } from 'vitest'
import { savedSoFar } from './saved-so-far.ts'

const prices = { read: 0.1, write: 1.25 }

test('nothing left out saves nothing', () => {
  const sizes = { raw: [100, 50, 200, 50], sent: [100, 50, 200, 50], replies: [1, 3] }
  expect(savedSoFar(sizes, [], prices)).toBe(0)
})

test('what is shortened on entry is not written once and not read with every request after', () => {
  const sizes = {
    raw: [100, 10, 1000, 10, 100, 10],
    sent: [100, 10, 200, 10, 100, 10],
    replies: [1, 3, 5],
  }
  expect(savedSoFar(sizes, [], prices)).toBeCloseTo(800 * 1.25 + 800 * 0.1)
})

test('a rewrite writes what follows it again, and is read less from then on', () => {
  const same = [100, 10, 1000, 10, 300, 10, 100, 10]
  const sizes = { raw: same, sent: same, replies: [1, 3, 5, 7] }
  const masked = [{ at: 2, freedChars: 900, turn: 2 }]
  // With the third request: 110 are read, and 100 + 10 + 300 written; else 1,110 were read and 310 written.
  const third = 1110 * 0.1 + 310 * 1.25 - (110 * 0.1 + 410 * 1.25)
  const fourth = 900 * 0.1
  expect(savedSoFar(sizes, masked, prices)).toBeCloseTo(third + fourth)
})
