import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BillInput, billOf, type CacheState } from './bill.ts'
import { ruleFinder } from './provider-rules.ts'

const ruleOf = ruleFinder()
/** In 3, out 15, read 0.3, write 3.75, write for an hour 6. */
const sonnet = ruleOf('claude-sonnet-4-5')

/** Tokens of each request unsieved and as sent; what lies before `stable` was sent like that before. */
const session = [
  { raw: 3000, sent: 3000, stable: 0 },
  { raw: 4000, sent: 4000, stable: 3000 },
  { raw: 5000, sent: 5000, stable: 4000 },
  // Rewritten from 2,000 on: 1,500 leave.
  { raw: 6000, sent: 4500, stable: 2000 },
  { raw: 7000, sent: 5500, stable: 4500 },
  { raw: 8000, sent: 6500, stable: 5500 },
  // From 2,800 on: 2,000 more leave.
  { raw: 9000, sent: 5500, stable: 2800 },
  { raw: 10_000, sent: 6500, stable: 5500 },
  { raw: 11_000, sent: 7500, stable: 6500 },
  // From 3,000 on: 2,500 more leave.
  { raw: 12_000, sent: 6000, stable: 3000 },
]

test('a session with three rewrites, against the table made by hand', () => {
  let cache: CacheState | undefined
  let rawBefore = 0
  const sums = { raw: 0, sent: 0, saved: 0 }
  for (const { raw, sent, stable } of session) {
    const bill = billOf({
      rule: sonnet,
      raw: { tokens: raw, stableTokens: rawBefore },
      sent: { tokens: sent, stableTokens: stable },
      isRewritten: stable > 0 && sent - stable !== 1000,
      usage: {
        inputTokens: sent,
        outputTokens: 100,
        cacheReadTokens: stable,
        cacheWriteTokens: sent - stable,
      },
      sinceMs: rawBefore === 0 ? undefined : 20_000,
      cache,
    })
    cache = bill.cache
    rawBefore = raw
    sums.raw += bill.rawUsd
    sums.sent += bill.sentUsd
    sums.saved += bill.savedUsd
  }
  // Unsieved: 12,000 written (0.045), 63,000 read (0.0189), 1,000 answered (0.015).
  expect(sums.raw).toBeCloseTo(0.0789, 10)
  // As sent: 17,200 written (0.0645), 36,800 read (0.01104), 1,000 answered (0.015).
  expect(sums.sent).toBeCloseTo(0.09054, 10)
  expect(sums.saved).toBeCloseTo(-0.01164, 10)
})

const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
const untouched: BillInput = {
  rule: sonnet,
  raw: { tokens: 9000, stableTokens: 8000 },
  sent: { tokens: 9000, stableTokens: 8000 },
  isRewritten: false,
  usage: { ...usage, inputTokens: 9100, cacheReadTokens: 8000, cacheWriteTokens: 1000 },
  sinceMs: 1000,
}

test('nothing left out saves nothing, to the last digit', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), (input, read, write) => {
      const said = { ...usage, inputTokens: input + read + write }
      const bill = billOf({
        ...untouched,
        usage: { ...said, cacheReadTokens: read, cacheWriteTokens: write, outputTokens: 7 },
      })
      expect(bill.savedUsd).toBe(0)
    }),
  )
})

test.each([
  {
    name: 'what would have been read is priced as read',
    input: { raw: { tokens: 12_000, stableTokens: 11_000 } },
    saved: 3000 * 0.3,
  },
  {
    name: 'what would have been written is priced as written',
    input: { raw: { tokens: 12_000, stableTokens: 8000 } },
    saved: 3000 * ((3.75 * 1000 + 3 * 100) / 1100),
  },
  {
    name: 'a cache that was lost would have been lost unsieved too',
    input: {
      raw: { tokens: 12_000, stableTokens: 11_000 },
      usage: { ...usage, inputTokens: 9000, cacheWriteTokens: 9000 },
    },
    saved: 3000 * 3.75,
  },
  {
    name: 'writes for an hour cost what they do',
    input: {
      raw: { tokens: 12_000, stableTokens: 8000 },
      usage: {
        ...usage,
        inputTokens: 9000,
        cacheReadTokens: 8000,
        cacheWriteTokens: 1000,
        cacheWriteHourTokens: 1000,
      },
    },
    saved: 3000 * 6,
  },
  {
    name: 'a first request reads of what left as much as of the rest',
    input: {
      raw: { tokens: 12_000, stableTokens: 0 },
      sent: { tokens: 9000, stableTokens: 0 },
      sinceMs: undefined,
      usage: { ...usage, inputTokens: 9000, cacheReadTokens: 4500, cacheWriteTokens: 4500 },
    },
    saved: 1500 * 0.3 + 1500 * 3.75,
  },
  {
    name: 'without usage what is as before is read while the cache lives',
    input: { raw: { tokens: 12_000, stableTokens: 11_000 }, usage: undefined },
    saved: 3000 * 0.3,
  },
  {
    name: 'and written when it is over',
    input: {
      raw: { tokens: 12_000, stableTokens: 11_000 },
      usage: undefined,
      sinceMs: sonnet.cacheMs + 1,
    },
    saved: 3000 * 3.75,
  },
])('$name', ({ input, saved }) => {
  expect(billOf({ ...untouched, ...input }).savedUsd * 1e6).toBeCloseTo(saved, 6)
})

test('a step makes the whole unsieved request dearer, its answer too', () => {
  const rule = ruleOf('gpt-6-sol')
  const bill = billOf({
    rule,
    raw: { tokens: 300_000, stableTokens: 299_000 },
    sent: { tokens: 200_000, stableTokens: 199_000 },
    isRewritten: false,
    usage: {
      inputTokens: 200_000,
      outputTokens: 1000,
      cacheReadTokens: 199_000,
      cacheWriteTokens: 1000,
    },
    sinceMs: 1,
  })
  expect(bill.sentUsd * 1e6).toBeCloseTo(199_000 * 0.2 + 1000 * 2.5 + 1000 * 10, 6)
  expect(bill.rawUsd * 1e6).toBeCloseTo(2 * (299_000 * 0.2 + 1000 * 2.5) + 1.5 * 1000 * 10, 6)
})

test('a conversation that no longer fits is billed up to the window, and says so', () => {
  const bill = billOf({
    ...untouched,
    raw: { tokens: 500_000, stableTokens: 499_000 },
    usage: { ...usage, inputTokens: 9000, cacheReadTokens: 8000, cacheWriteTokens: 1000 },
  })
  expect(bill).toMatchObject({ isBeyondWindow: true, rawTokens: 200_000 })
  expect(bill.rawUsd * 1e6).toBeCloseTo(200_000 * 0.3, 6)
  expect(billOf(untouched).isBeyondWindow).toBe(false)
})

test('bills are numbers, whatever is counted', () => {
  const count = fc.nat(2_000_000)
  const prompt = fc.record({ tokens: count, stableTokens: count })
  const said = fc.record({
    inputTokens: count,
    outputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    cacheWriteHourTokens: count,
  })
  const models = fc.constantFrom('claude-haiku-5-5', 'gpt-6-luna', 'gpt-5', 'nobody')
  fc.assert(
    fc.property(models, prompt, prompt, fc.option(said), fc.option(count), (model, ...rest) => {
      const [raw, sent, maybeUsage, maybeSince] = rest
      const isRewritten = raw.tokens % 2 === 0
      const { rawUsd, sentUsd, savedUsd } = billOf({
        rule: ruleOf(model),
        raw,
        sent,
        isRewritten,
        usage: maybeUsage ?? undefined,
        sinceMs: maybeSince ?? undefined,
      })
      for (const dollars of [rawUsd, sentUsd]) expect(dollars).toBeGreaterThanOrEqual(0)
      expect(Number.isFinite(savedUsd)).toBe(true)
    }),
  )
})
