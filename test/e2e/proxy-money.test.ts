import { expect, test } from 'vitest'
import { cachingProvider, lastTurn, messagesUpTo, model } from '../support/billed-session.ts'
import { startHttpServer } from '../support/http-server.ts'
import { startTamis } from './tamis.ts'

/** Batches at turns that come soon, whatever they cost: a session of 26 turns then has several rewrites. */
const soon = {
  TAMIS_MASK_WINDOW_TURNS: '2',
  TAMIS_MASK_COMMIT_EVERY_TURNS: '6',
  TAMIS_MASK_COMMIT_PAYBACK: '0',
  TAMIS_MASK_MIN_CONTEXT_TOKENS: '1000',
  TAMIS_MASK_KEEP_REPEATED_CALLS: 'false',
  TAMIS_MASK_MODE: 'thrifty',
}

interface Row {
  readonly details: Readonly<Record<string, number>>
}

test('the ledger of a session that is rewritten three times or more is its two bills, to the cent', async () => {
  const [direct, through] = [cachingProvider(), cachingProvider()]
  const url = await startHttpServer((_, response, body) => {
    const { messages } = JSON.parse(body) as { messages: readonly unknown[] }
    const usage = through.answer(messages)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content: 'ok' } }],
        usage: {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          prompt_tokens_details: {
            cached_tokens: usage.cacheReadTokens,
            cache_write_tokens: usage.cacheWriteTokens,
          },
        },
      }),
    )
  })
  const daemon = await startTamis({ env: { TAMIS_PROXY_UPSTREAMS_OPENAI: url, ...soon } })
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(daemon.url + path, init)).json()
  }
  for (let turn = 1; turn <= lastTurn; turn++) {
    const messages = messagesUpTo(turn)
    direct.answer(messages)
    await post('/v1/chat/completions', { model, messages })
  }
  const list = () =>
    post('/api/ledger.list', { limit: 100 }) as Promise<{ entries: readonly Row[] }>
  await expect.poll(async () => (await list()).entries.length, { timeout: 10_000 }).toBe(lastTurn)
  const rows = (await list()).entries.map(({ details }) => details)
  const sum = (field: string): number => rows.reduce((all, row) => all + (row[field] ?? 0), 0)
  expect(rows.filter((row) => Boolean(row.is_rewritten)).length).toBeGreaterThanOrEqual(3)
  // The provider counts parts of tokens, the ledger whole ones.
  expect(sum('cost_usd')).toBeCloseTo(through.dollars(), 3)
  expect(sum('raw_usd')).toBeCloseTo(direct.dollars(), 3)
  expect(sum('saved_usd')).toBeCloseTo(direct.dollars() - through.dollars(), 3)
  await daemon.stop()
})
