import { expect, test } from 'vitest'
import { spentMs } from '../../../../test/support/spent-ms.ts'
import { leavesItsBase } from './admit.ts'

test.each([
  '/v1/../../team-b/keys',
  '/v1/..',
  '/v1/./x',
  '/v1/%2e%2e/x',
  '/v1/.%2E/x',
  '/v1/%252e%252e/x',
  '/v1/%25252e./x',
  '/v1/..;/x',
  '/v1/..;a=b/x',
  '/v1/..%3b/x',
  '/v1/x%2f..%2fy',
  '/v1/x\\..\\y',
  '/v1/x%5c..',
  '/v1/.%09./x',
  '/v1/..%00/x',
  '/v1/..#/x',
  '/v1/..%23/x',
  '/v1/..%3f/x',
])('%s would leave the base path', (path) => {
  expect(leavesItsBase(path)).toBe(true)
})

test.each([
  '/v1/chat/completions',
  '/v1/models/gpt-5.1',
  '/v1/files/a..b',
  '/v1/files/...',
  '/v1/models/claude%20x',
  '/v1beta/models/gemini-3:streamGenerateContent?alt=sse',
  '/v1/x?path=../../y',
  '/v1/100%',
  '/v1/%zz',
])('%s stays below it', (path) => {
  expect(leavesItsBase(path)).toBe(false)
})

test('a path of nothing but percent signs takes a moment', () => {
  expect(spentMs(() => leavesItsBase(`/v1/${'%25'.repeat(5000)}`))).toBeLessThan(500)
})
