import { expect, test } from 'vitest'
import { inMemoryLedger } from '../../adapters/in-memory/ledger.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import { conversationViews } from './conversation-views.ts'

const request = (at: number, details: object, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  at,
  kind: 'proxy',
  source: 'openai-chat',
  tokens: { before: 100 * at, after: 60 * at },
  durationMs: 900,
  isFallback: false,
  warnings: [],
  details: { conversation: 'c1', status: 200, outcome: 'complete', model: 'gpt-5', ...details },
  ...more,
})

async function viewsOf(...entries: readonly LedgerEntry[]) {
  const ledger = inMemoryLedger()
  await ledger.append(entries)
  return conversationViews({ ledger, titleOf: (id) => (id === 'c1' ? 'Fix the build' : undefined) })
}

test('requests are added up by conversation, the one used last first', async () => {
  const views = await viewsOf(
    request(1, { agent: 'codex', cost_usd: 0.5, raw_usd: 0.6, saved_usd: 0.1 }),
    request(2, { conversation: 'c2', model: 'gpt-6' }),
    request(3, { cost_usd: 0.25, raw_usd: 0.2, saved_usd: -0.05, model: 'gpt-6' }),
    request(9, {}, { kind: 'prune' }),
    request(9, { conversation: undefined }),
  )
  const { conversations, is_partial } = await views.list({})
  expect(is_partial).toBe(false)
  expect(conversations.map(({ id }) => id)).toEqual(['c1', 'c2'])
  expect(conversations[0]).toMatchObject({
    title: 'Fix the build',
    agent: 'codex',
    models: ['gpt-5', 'gpt-6'],
    requests: 2,
    first_at: 1,
    last_at: 3,
    tokens: { before: 400, after: 240 },
    spent_usd: 0.75,
    saved_usd: expect.closeTo(0.05, 9),
    status: 'ok',
  })
  expect(conversations[1]?.title).toBe(null)
  expect((await views.list({ since: 2, until: 3 })).conversations).toHaveLength(1)
})

test.each([
  [{ status: 429 }, 'failed'],
  [{ status: 0, outcome: 'unanswered' }, 'failed'],
  [{ outcome: 'left' }, 'aborted'],
  [{ outcome: 'cut' }, 'aborted'],
  [{}, 'ok'],
])('a newest request with %o makes the conversation %s', async (details, status) => {
  const views = await viewsOf(request(1, {}), request(2, details))
  expect((await views.list({})).conversations[0]?.status).toBe(status)
})

test('a conversation shows its turns, and the context of few of them', async () => {
  const views = await viewsOf(
    ...Array.from({ length: 100 }, (_, at) =>
      request(at + 1, {
        request_id: `req_${at}`,
        ...(at === 50 ? { is_rewritten: true, cache_miss_reason: 'messages_changed' } : {}),
      }),
    ),
  )
  const found = await views.find('c1')
  expect(found?.turns).toHaveLength(100)
  expect(found?.turns[50]).toMatchObject({ is_rewritten: true, request_id: 'req_50' })
  const context = found?.summary.context ?? []
  expect(context.length).toBeLessThanOrEqual(40)
  expect(context.at(-1)).toMatchObject({ before: 10_000, after: 6000 })
  expect(context.filter((point) => point.is_rewritten && point.is_cache_miss)).toHaveLength(1)
  expect(await views.find('nobody')).toBeUndefined()
})

test('a saving by the old rule is in no sum', async () => {
  const views = await viewsOf(request(1, { saved_usd: 5 }))
  expect((await views.list({})).conversations[0]?.saved_usd).toBe(0)
})
