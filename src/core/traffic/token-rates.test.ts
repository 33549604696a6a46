import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import { learnFromRows, tokenRates } from './token-rates.ts'

const row = (details: Record<string, unknown>): LedgerEntry => ({
  at: 1,
  kind: 'proxy',
  source: 'openai-chat',
  durationMs: 1,
  isFallback: false,
  warnings: [],
  details,
})

test('nothing is said of a model before enough was billed', () => {
  const rates = tokenRates()
  rates.learn('m', 1900, 500)
  expect(rates.of('m')).toBeUndefined()
  rates.learn('m', 1900, 450)
  expect(rates.of('m')).toBeCloseTo(0.25, 10)
  expect(rates.of('other')).toBeUndefined()
})

test.each([
  { name: 'a change too small to tell', chars: 100, tokens: 25 },
  { name: 'a conversation that shrank', chars: -5000, tokens: -1000 },
  { name: 'a new list of tools', chars: 1000, tokens: 20_000 },
  { name: 'fewer tokens than before', chars: 5000, tokens: -10 },
])('$name teaches nothing', ({ chars, tokens }) => {
  const rates = tokenRates()
  rates.learn('m', 4000, 1000)
  rates.learn('m', chars, tokens)
  expect(rates.of('m')).toBe(0.25)
})

test('learns from the ledger how conversations grew, but for rewrites and other models', () => {
  const rates = tokenRates()
  const of = (conversation: string, model: string, chars: number, tokens: number, more = {}) =>
    row({ conversation, model, sent_chars: chars, usage: { input_tokens: tokens }, ...more })
  const oldestFirst = [
    row({}),
    of('a', 'm', 1000, 3250),
    of('b', 'm', 50_000, 20_000),
    of('a', 'm', 3000, 3750),
    of('a', 'm', 4000, 9999, { is_rewritten: true }),
    of('b', 'n', 60_000, 90_000),
    of('a', 'm', 6000, 10_499),
  ]
  learnFromRows(rates, oldestFirst.toReversed())
  expect(rates.of('m')).toBe(0.25)
  expect(rates.of('n')).toBeUndefined()
})
