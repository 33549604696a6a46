import { expect, test } from 'vitest'
import {
  cachingProvider,
  lastTurn,
  messagesUpTo,
  model,
} from '../../../test/support/billed-session.ts'
import { conversationStage } from '../../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../../test/support/in-memory-entry.ts'
import { digest } from '../../adapters/node/digest.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import { storedIds } from '../mask/kept/stored-ids.ts'
import { resolvePolicy } from '../mask/policy.ts'
import { createSieve } from '../mask/sieve-request.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import type { EndedRequest } from './request-entry.ts'
import { createTraffic, type Traffic } from './traffic.ts'

function newSieve() {
  const policy = resolvePolicy({
    window_turns: 2,
    commit_every_turns: 6,
    commit_payback: 0,
    min_context_tokens: 1000,
    keep_repeated_calls: false,
  })
  return createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => policy,
    ttlMs: 1000,
    stored: storedIds(1000, () => 0),
    ...inMemoryEntry(),
    everyTurns: policy.commit_every_turns,
  })
}

const ended: Omit<EndedRequest, 'at' | 'sieved' | 'usage'> = {
  source: 'openai-chat',
  path: '/v1/chat/completions',
  caller: undefined,
  conversation: 'c',
  requestId: undefined,
  sentBytes: 0,
  stableBytes: undefined,
  warnings: [],
  status: 200,
  outcome: 'complete',
  refusal: undefined,
  freedTokens: 0,
  durationMs: 0,
  addedMs: 0,
}

test("the ledger's sum is what the unsieved session would have cost, minus what it did", async () => {
  const sieve = newSieve()
  const traffic = createTraffic({ prices: [] })
  const [direct, through] = [cachingProvider(), cachingProvider()]
  const sums = { raw: 0, cost: 0, saved: 0, rewrites: 0 }
  let commits = 0
  for (let turn = 1; turn <= lastTurn; turn++) {
    const messages = messagesUpTo(turn)
    direct.answer(messages)
    const sieved = await sieve(wireFormat('openai-chat'), JSON.stringify({ model, messages }))
    const usage = through.answer(JSON.parse(sieved.body).messages)
    const { details } = traffic.end({ ...ended, at: turn * 20_000, sieved, usage })
    sums.raw += Number(details?.raw_usd)
    sums.cost += Number(details?.cost_usd)
    sums.saved += Number(details?.saved_usd)
    if (sieved.commits > commits) sums.rewrites++
    commits = sieved.commits
  }
  expect(sums.rewrites).toBeGreaterThanOrEqual(3)
  expect(sums.cost).toBeCloseTo(through.dollars(), 10)
  expect(sums.raw).toBeCloseTo(direct.dollars(), 6)
  expect(sums.saved).toBeCloseTo(direct.dollars() - through.dollars(), 6)
})

test.each([
  { name: 'refused', more: { status: 400 } },
  { name: 'overloaded', more: { status: 529 } },
  {
    name: 'never answered',
    more: { status: 0, outcome: 'unanswered', refusal: 'upstream_timeout' },
  },
  { name: 'only counted', more: { path: '/v1/messages/count_tokens' } },
])('what was $name saves nothing', async ({ more }) => {
  const sieved = await newSieve()(
    wireFormat('openai-chat'),
    JSON.stringify({ model, messages: messagesUpTo(lastTurn) }),
  )
  expect(sieved.masked.length).toBeGreaterThan(0)
  const row = createTraffic({ prices: [] }).end({
    ...ended,
    at: 1,
    sieved,
    usage: undefined,
    ...more,
  })
  expect(row.tokens).toEqual({ before: 0, after: 0 })
  expect(row.details).not.toHaveProperty('saved_usd')
})

test('what the provider billed before a restart is learned from the ledger', async () => {
  const [provided, sieve] = [cachingProvider(), newSieve()]
  const rows: LedgerEntry[] = []
  const send = async (turn: number, traffic: Traffic): Promise<LedgerEntry> => {
    const body = JSON.stringify({ model, messages: messagesUpTo(turn) })
    const sieved = await sieve(wireFormat('openai-chat'), body)
    const usage = provided.answer(JSON.parse(sieved.body).messages)
    const { id: conversation } = sieved.conversation
    return traffic.end({ ...ended, conversation, at: turn * 20_000, sieved, usage })
  }
  const first = createTraffic({ prices: [] })
  for (let turn = 1; turn <= 6; turn++) rows.unshift(await send(turn, first))
  const second = createTraffic({ prices: [], past: async () => rows })
  const [before, after] = [await send(20, second), await send(21, second)]
  expect(before.details?.tokens_counted_by).toBe('tokenizer')
  expect(after.details?.tokens_counted_by).toBe('learned')
})

test('a model on the own machine costs nothing, unless a price is set for it', async () => {
  const body = JSON.stringify({ model: 'qwen-local', messages: messagesUpTo(lastTurn) })
  const sieved = await newSieve()(wireFormat('openai-chat'), body)
  const request = { ...ended, at: 1, sieved, usage: undefined, isUnpriced: true }
  const row = createTraffic({ prices: [] }).end(request)
  expect(row.details).not.toHaveProperty('saved_usd')
  expect(row.tokens?.after).toBeGreaterThan(0)
  const priced = createTraffic({ prices: ['qwen-local 1 2'] }).end(request)
  expect(priced.details).toHaveProperty('saved_usd')
})
