import { expect, test } from 'vitest'
import { stripAnsi } from './strip-ansi.ts'

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[1;38;5;12mbold\u001b[K', 'bold'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['open\u001b]0;title\nnext line stays', 'open\nnext line stays'],
  ['[31m is no escape', '[31m is no escape'],
])('%j becomes %j', (text, plain) => {
  expect(stripAnsi(text)).toBe(plain)
})
