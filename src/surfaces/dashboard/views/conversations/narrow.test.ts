import { expect, test } from 'vitest'
import { type Conversation, narrowed, narrowingOf, sinceOf, sumsOf } from './narrow.ts'

const one = (fields: Partial<Conversation>): Conversation => ({
  id: 'c1',
  title: 'Fix the build',
  agent: 'codex',
  source: 'openai-responses',
  models: ['gpt-5'],
  caller: null,
  first_at: 0,
  last_at: 0,
  requests: 2,
  status: 'ok',
  failed: 0,
  warnings: [],
  tokens: { before: 10, after: 6 },
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  spent_usd: 1,
  saved_usd: 0.5,
  context: [],
  ...fields,
})

const all = [
  one({}),
  one({ id: 'c2', title: null, agent: 'claude-cli', models: ['claude-opus-5'], spent_usd: 3 }),
  one({ id: 'c3', title: 'Write docs', status: 'failed', warnings: ['timeout'], spent_usd: 2 }),
]

test.each([
  ['text=BUILD', ['c1']],
  ['text=codex docs', ['c3']],
  ['agent=claude-cli', ['c2']],
  ['model=gpt-5', ['c1', 'c3']],
  ['status=failed', ['c3']],
  ['warning=timeout', ['c3']],
  ['sort=spent', ['c2', 'c3', 'c1']],
  ['', ['c1', 'c2', 'c3']],
])('%o leaves %o', (query, ids) => {
  expect(narrowed(all, narrowingOf(new URLSearchParams(query))).map(({ id }) => id)).toEqual(ids)
})

test('sums follow what is shown', () => {
  expect(sumsOf(all.slice(1))).toMatchObject({ conversations: 2, requests: 4, spent: 5, saved: 1 })
})

test('a period begins at the midnight of the reader', () => {
  const noon = new Date(2026, 10, 18, 12).getTime()
  expect(new Date(sinceOf('1', noon)).getTime()).toBe(new Date(2026, 10, 18).getTime())
  expect(new Date(sinceOf('7', noon)).getTime()).toBe(new Date(2026, 10, 12).getTime())
})
