import { expect, test } from 'vitest'
import { english } from '../../../core/text/say.ts'
import type { ConversationSummary } from '../../../engine.ts'
import { type TopFacts, topPage } from './top-page.ts'

const conversation = (fields: Partial<ConversationSummary>): ConversationSummary => ({
  id: 'c1',
  title: 'Fix the build',
  agent: 'codex',
  source: 'openai-responses',
  models: ['gpt-5'],
  caller: null,
  first_at: 0,
  last_at: 60_000,
  requests: 1234,
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

const facts: TopFacts = {
  now: 120_000,
  url: 'http://127.0.0.1:8006',
  total: undefined,
  perMinute: 3,
  conversations: [
    conversation({}),
    conversation({ id: 'c2', title: 'a\u001b[2Jb\nc', spent_usd: 9, last_at: 1, status: 'failed' }),
  ],
  rows: [],
}

const page = (order: 'newest' | 'spent', size = { columns: 100, lines: 20, hasKeys: true }) =>
  topPage(facts, order, size, english)

test('conversations are listed in the order asked for, with thousands told apart', () => {
  const lines = page('newest').filter((line) => line.includes('gpt-5'))
  expect(lines[0]).toContain('1,234')
  expect(lines[0]).toContain('Fix the build')
  expect(page('spent').filter((line) => line.includes('gpt-5'))[0]).toContain('[failed]')
})

test('the page fits the terminal, and no text moves its cursor', () => {
  for (const size of [
    { columns: 40, lines: 8, hasKeys: true },
    { columns: 200, lines: 60, hasKeys: true },
    { columns: 80, lines: 24, hasKeys: false },
  ]) {
    const lines = page('newest', size)
    expect(lines.length).toBeLessThanOrEqual(size.lines)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(size.columns)
    expect(lines.join('')).not.toContain('\u001b')
  }
})

test('figures that do not fit are left out whole, and cut lines say so', () => {
  const lines = page('newest', { columns: 44, lines: 20, hasKeys: true })
  expect(lines[1]).toBe('today: $0.0000 spent   $0.0000 saved')
  expect(lines.find((line) => line.includes('1,234'))).toMatch(/…$/)
})

test('a day without anything says what to do', () => {
  const size = { columns: 100, lines: 20, hasKeys: true }
  const empty = { ...facts, conversations: [], rows: [] }
  expect(topPage(empty, 'newest', size, english).join('\n')).toContain('`tamis setup`')
  const stopped = topPage({ ...empty, url: undefined }, 'newest', size, english)
  expect(stopped.join('\n')).toContain('`tamis up`')
})
