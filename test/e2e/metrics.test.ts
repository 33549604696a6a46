import { beforeAll, expect, test, vi } from 'vitest'
import { type Family, readExposition } from '../support/read-exposition.ts'
import { chatHistory } from './proxy/histories.ts'
import { openProxyStage } from './proxy/stage.ts'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

let daemon: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage()
  daemon = stage.tamis
  return stage.close
}, 30_000)

async function scrape(): Promise<ReadonlyMap<string, Family>> {
  const response = await fetch(`${daemon.url}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readExposition(await response.text())
}

function sumOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  wanted: Readonly<Record<string, string>> = {},
): number {
  const family = families.get(name.replace(/_(?:count|sum)$/, '')) ?? families.get(name)
  const matching = (family?.samples ?? []).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}

test('counts requests, operations, savings, masked results, and times the store', async () => {
  const text = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')
  await postJson(`${daemon.url}/api/prune`, { text, goal: 'line 3', keep_ratio: 0.2 })
  await postJson(`${daemon.url}/api/recover`, { id: 'prn_unknown' })
  await postJson(`${daemon.url}/v1/chat/completions`, {
    model: 'gpt-5',
    messages: chatHistory(60),
  })
  await vi.waitFor(
    async () => expect(sumOf(await scrape(), 'tamis_proxy_added_seconds_count')).toBe(1),
    { timeout: 10_000, interval: 100 },
  )
  const seen = await scrape()
  expect(sumOf(seen, 'tamis_requests_total', { door: 'api', status: '200' })).toBe(1)
  expect(sumOf(seen, 'tamis_requests_total', { door: 'api', status: '404' })).toBe(1)
  expect(sumOf(seen, 'tamis_requests_total', { door: 'proxy', status: '200' })).toBe(1)
  const refused = { operation: 'recover', source: 'http', outcome: 'prune_id_not_found' }
  expect(sumOf(seen, 'tamis_operations_total', refused)).toBe(1)
  expect(sumOf(seen, 'tamis_tokens_saved_total', { sieve: 'prune' })).toBeGreaterThan(100)
  expect(sumOf(seen, 'tamis_tokens_saved_total', { sieve: 'proxy' })).toBeGreaterThan(100)
  expect(sumOf(seen, 'tamis_masked_results_total')).toBeGreaterThan(10)
  const keep = { part: 'originals', call: 'keep' }
  expect(sumOf(seen, 'tamis_store_seconds_count', keep)).toBeGreaterThan(0)
  expect(sumOf(seen, 'tamis_queue_size', { queue: 'embedding' })).toBe(0)
  expect(sumOf(seen, 'tamis_originals')).toBeGreaterThan(10)
  expect(sumOf(seen, 'tamis_process_resident_bytes')).toBeGreaterThan(1e6)
  expect(seen.get('tamis_event_loop_delay_seconds')?.samples.length).toBe(3)
})

test('counts what passed unchanged, by reason', async () => {
  await postJson(`${daemon.url}/api/prune`, { text: 'a\nb', goal: 'z', timeout_ms: 1 })
  await postJson(`${daemon.url}/v1/chat/completions`, '{"messages": not json')
  await vi.waitFor(
    async () => {
      const reason = { sieve: 'proxy', reason: 'not_json' }
      expect(sumOf(await scrape(), 'tamis_fallbacks_total', reason)).toBe(1)
    },
    { timeout: 10_000, interval: 100 },
  )
})

test('has no id, path or text of a user in a label', async () => {
  const labels = [...(await scrape()).values()]
    .flatMap(({ samples }) => samples)
    .flatMap((sample) => Object.values(sample.labels))
  for (const value of labels) expect(value).toMatch(/^[A-Za-z0-9_.+-]{1,40}$/)
})

test('wants a token where tokens are asked for, of the namespace that runs the daemon', async () => {
  const home = newFolder()
  const create = (name: string, ...more: readonly string[]) =>
    runTamis(['token', 'create', name, '--scope', 'read', '--home', home, ...more])
  const [own, other] = await Promise.all([create('a'), create('b', '--namespace', 'blue')])
  expect([own, other].filter(({ code }) => code !== 0)).toEqual([])
  const guarded = await startTamis({ home, env: { TAMIS_SERVER_REQUIRE_TOKEN: 'true' } })
  const ask = async (token: string): Promise<number> => {
    const headers = { 'x-tamis-token': token.trim() }
    return (await fetch(`${guarded.url}/metrics`, { headers })).status
  }
  expect(await ask('')).toBe(401)
  expect(await ask(other.stdout)).toBe(403)
  expect(await ask(own.stdout)).toBe(200)
  await guarded.stop()
}, 30_000)
