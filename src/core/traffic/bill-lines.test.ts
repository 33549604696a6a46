import { expect, test } from 'vitest'
import { billOf } from './bill.ts'
import { billLines } from './bill-lines.ts'
import { ruleFinder } from './provider-rules.ts'

const prompt = { tokens: 0, stableTokens: 0 }

test.each([
  { model: 'claude-sonnet-4-5', read: 70_000, write: 20_000, hour: 5000 },
  { model: 'gpt-6', read: 100_000, write: 0, hour: 0 },
])('the parts of a request of $model add up to its bill', ({ model, read, write, hour }) => {
  const rule = ruleFinder([])(model)
  const lines = billLines(rule, {
    input_tokens: 300_000,
    cache_read_tokens: read,
    cache_write_tokens: write,
    cache_write_1h_tokens: hour,
    output_tokens: 1200,
  })
  const usage = {
    inputTokens: 300_000,
    cacheReadTokens: read,
    cacheWriteTokens: write,
    cacheWriteHourTokens: hour,
    outputTokens: 1200,
  }
  const { sentUsd } = billOf({ rule, raw: prompt, sent: prompt, isRewritten: false, usage })
  expect(lines.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(sentUsd, 9)
  expect(lines.map(({ part }) => part)).toContain('output')
})

test('a request that tells no usage has no lines', () => {
  expect(billLines(ruleFinder([])('gpt-5'), undefined)).toEqual([])
})
