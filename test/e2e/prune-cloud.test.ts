import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { pruneLog, toolResult } from './prune/call-tool.ts'
import { startTamis } from './tamis.ts'

type Play = (response: ServerResponse, documents: number) => void

async function withDeepInfra<Value>(
  play: Play,
  env: Record<string, string>,
  use: (url: string, calls: () => number) => Promise<Value>,
): Promise<Value> {
  let calls = 0
  const endpoint = await startHttpServer((_request, response, body) => {
    calls++
    play(response, JSON.parse(body).documents.length)
  })
  const cloudy = await startTamis({
    env: {
      KIMI_PRUNING_BACKEND: 'cloud',
      DEEPINFRA_API_KEY: 'sk-canary',
      DEEPINFRA_ENDPOINT_URL: endpoint,
      ...env,
    },
  })
  try {
    return await use(cloudy.url, () => calls)
  } finally {
    expect(cloudy.stderr()).not.toContain('canary')
    await cloudy.stop()
  }
}

const reply =
  (status: number, body: (documents: number) => string): Play =>
  (response, documents) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body(documents))
  }

test('the cloud backend adds its scores, its stats and its cache', async () => {
  // The cloud insists on the first window; nothing local would.
  const play = reply(200, (documents) =>
    JSON.stringify({
      scores: Array.from({ length: documents }, (_, index) => (index === 0 ? 1 : 0)),
    }),
  )
  await withDeepInfra(play, {}, async (url, calls) => {
    const first = await toolResult(url, 'prune_text', pruneLog)
    expect(first.pruned_text).toContain('step 1 finished')
    expect(first.stats).toMatchObject({
      backend: 'deepinfra',
      used_fallback: false,
      deepinfra_http_status: 200,
      deepinfra_docs_scored: 400,
      deepinfra_docs_total: 400,
      deepinfra_cached: false,
      tokens_saved_est: first.stats.tokens_est_before - first.stats.tokens_est_after,
      cost_estimated_usd: expect.any(Number),
    })
    expect(first.stats.pruned_ratio).toBeLessThanOrEqual(0.8)
    const again = await toolResult(url, 'prune_text', pruneLog)
    expect(again).toMatchObject({ prune_id: first.prune_id, pruned_text: first.pruned_text })
    expect(again.stats).toMatchObject({ deepinfra_cached: true, deepinfra_latency_ms: 0 })
    expect(again.warnings).toContain('cache_hit')
    expect(calls()).toBe(1)
  })
})

test.each([
  { name: '401', play: reply(401, () => '{}'), code: 'deepinfra_http_error', status: 401 },
  { name: '429', play: reply(429, () => '{}'), code: 'deepinfra_http_error', status: 429 },
  { name: 'bad JSON', play: reply(200, () => 'oops'), code: 'deepinfra_parse_error', status: 200 },
  {
    name: 'a wrong length',
    play: reply(200, () => '{"scores":[1]}'),
    code: 'deepinfra_parse_error',
    status: 200,
  },
  {
    name: 'a reset',
    play: ((response) => response.destroy()) as Play,
    code: 'deepinfra_http_error',
  },
  {
    name: 'a timeout',
    play: (() => undefined) as Play,
    code: 'deepinfra_http_error',
    env: { DEEPINFRA_TIMEOUT_MS: '50' },
  },
  {
    name: 'no key',
    play: reply(200, () => '{}'),
    code: 'deepinfra_config_error',
    env: { DEEPINFRA_API_KEY: '' },
  },
])('falls back to the local scores on $name', async ({ play, code, status, env = {} }) => {
  await withDeepInfra(play, env, async (url) => {
    const pruned = await toolResult(url, 'prune_text', pruneLog)
    expect(pruned.warnings).toEqual(expect.arrayContaining(['deepinfra_error', code]))
    expect(pruned.stats).toMatchObject({ used_fallback: true, backend: 'heuristic' })
    expect(pruned.stats.deepinfra_http_status).toBe(status)
    expect(pruned.pruned_text).toContain('ERROR: connection to orders-db refused')
    expect(pruned.stats.pruned_ratio).toBeGreaterThan(0)
  })
})
