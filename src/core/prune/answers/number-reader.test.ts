import { expect, test } from 'vitest'
import { readNumbers } from './number-reader.ts'

test.each([
  ['took 35 ms, 1,024 bytes, 12.5%', [35, 1024, 12.5]],
  ['35ms 7kib 9bytes', [35, 7]],
  ['run-7 v2 x_3 .5 id=8', [8]],
  ['1.2abcd 3,4abcd 5-6', [1, 3]],
  ['1.2.3 and 12345678901234568', [Number.NaN, 12345678901234568]],
  ['1 2 3 4 5', [1, 2, 3, 4]],
])('the numbers that stand by themselves in %j', (text, numbers) => {
  const out = new Float64Array(4)
  const count = readNumbers({ text, start: 0, end: text.length }, { out, at: 0, most: 4 })
  expect([...out.subarray(0, count)]).toEqual(numbers)
})
