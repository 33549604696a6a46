import { expect, test } from 'vitest'
import { english } from '../../core/text/say.ts'
import type { LedgerRow } from '../../engine.ts'
import { ledgerLine } from './ledger-line.ts'

const row: LedgerRow = {
  seq: 1,
  at: 0,
  kind: 'proxy',
  source: 'openai-chat',
  chars: { before: 4000, after: 1000 },
  tokens: { before: 1000, after: 250 },
  durationMs: 1,
  isFallback: false,
  warnings: [],
}

const usual = { model: 'gpt-5', raw_usd: 0.2, saved_usd: 0.1, price: 'page' }

test.each([
  { details: usual, says: 'saved $0.10' },
  { details: { ...usual, price: 'estimate' }, says: 'saved $0.10  price estimated' },
  {
    details: { ...usual, tokens_counted_by: 'learned' },
    says: 'saved $0.10  left out counted at the model’s own rate',
  },
  {
    details: { ...usual, is_beyond_window: true },
    says: 'saved $0.10  without Tamis beyond the model’s window',
  },
])('a row says $says', ({ details, says }) => {
  expect(ledgerLine({ ...row, details }, english)).toBe(
    `1970-01-01T00:00:00  proxy    openai-chat  gpt-5  1,000 → 250 tokens  ${says}`,
  )
})
