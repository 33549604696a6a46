import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CollectedSpan, type Collector, startCollector } from '../support/otlp-collector.ts'
import { commands, homeWith } from './gateway-stage.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { postJson, type RunningDaemon, startTamis } from './tamis.ts'

let collector: Collector
let provider: Provider
let daemon: RunningDaemon

beforeAll(async () => {
  ;[collector, provider] = await Promise.all([startCollector(), startProvider()])
  daemon = await startTamis({
    home: homeWith({ well: { args: commands.misbehaving('well') } }),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=secret%20key',
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
    },
  })
}, 30_000)
afterAll(async () => {
  await daemon.stop()
  await Promise.all([collector.close(), provider.close()])
})

const chat = { model: 'gpt-5', messages: [{ role: 'user', content: 'the-secret-words' }] }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

async function spanOf(isMeant: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
  return vi.waitFor(
    () => {
      const found = collector.spans.find(isMeant)
      if (!found) throw new Error('no such span yet')
      return found
    },
    { timeout: 15_000, interval: 50 },
  )
}

const attribute = (span: CollectedSpan, key: string): unknown =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

test('takes up the trace of the client, and hands it on to the provider as its own', async () => {
  const traceparent = `00-${traceId}-${parentId}-01`
  const headers = { traceparent, tracestate: 'vendor=1', authorization: 'Bearer sk-canary' }
  await postJson(`${daemon.url}/v1/chat/completions`, chat, headers)
  const span = await spanOf((one) => one.traceId === traceId && one.kind === 2)
  expect(span.parentSpanId).toBe(parentId)
  expect(attribute(span, 'http.route')).toBe('/v1/chat/completions')
  expect(attribute(span, 'http.response.status_code')).toBe('200')
  const sent = provider.seen.at(-1)?.headers
  expect(sent?.traceparent).toBe(`00-${traceId}-${span.spanId}-01`)
  expect(sent?.tracestate).toBe('vendor=1')
})

test('begins a trace where there is none, and names operations but no path that leads nowhere', async () => {
  await postJson(`${daemon.url}/api/recover`, { id: 'the-secret-words' })
  await postJson(`${daemon.url}/api/health`, {})
  await postJson(`${daemon.url}/api/the-secret-words?q=the-secret-words`, {})
  const span = await spanOf((one) => attribute(one, 'http.route') === '/api/health')
  expect(span.parentSpanId).toBeUndefined()
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano))
  await spanOf((one) => attribute(one, 'http.route') === '/api/*')
  expect(JSON.stringify(collector.spans)).not.toContain('the-secret-words')
  expect(JSON.stringify(collector.spans)).not.toContain('sk-canary')
})

test('shows what a request waited for: the upstream by server and tool, and the store', async () => {
  const args = { text: 'the-secret-words' }
  const ran = await postJson(`${daemon.url}/api/execute`, { id: 'tool:well:work', args })
  expect(ran.body).toMatchObject({ status: 'success' })
  const upstream = await spanOf((one) => one.name === 'upstream call')
  expect(upstream.attributes.map(({ value }) => Object.values(value)[0])).toEqual([
    'well',
    'work',
    'done',
  ])
  const request = await spanOf((one) => one.spanId === upstream.parentSpanId)
  expect(attribute(request, 'http.route')).toBe('/api/execute')
  const children = collector.spans.filter((one) => one.parentSpanId === request.spanId)
  expect(children.map((one) => attribute(one, 'tamis.store.part'))).toContain('catalog')
  expect(JSON.stringify(collector.spans)).not.toContain('the-secret-words')
  const text = await (await fetch(`${daemon.url}/metrics`)).text()
  expect(text).toMatch(/^tamis_tool_calls_total\{server="well",tool="work",outcome="done"\} 1$/m)
  expect(text).toMatch(/^tamis_upstream_connected\{server="well"\} 1$/m)
})

test('records nothing of a trace that is not sampled, and lets its header pass', async () => {
  const traceparent = `00-${'c'.repeat(32)}-${parentId}-00`
  await postJson(`${daemon.url}/v1/chat/completions`, chat, { traceparent })
  expect(provider.seen.at(-1)?.headers.traceparent).toBe(traceparent)
})

test('sends what is left when it stops, all of it well formed, with the headers it was given', async () => {
  const last = 'd'.repeat(32)
  await postJson(`${daemon.url}/api/health`, {}, { traceparent: `00-${last}-${parentId}-01` })
  expect(await daemon.stop()).toBe(0)
  expect(collector.spans.map((span) => span.traceId)).toContain(last)
  expect(collector.spans.map((span) => span.traceId)).not.toContain('c'.repeat(32))
  expect(collector.faults).toEqual([])
  expect(collector.headers[0]?.['x-collector-key']).toBe('secret key')
})

test('a collector that is away delays nothing, and what it missed is counted', async () => {
  daemon = await startTamis({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  expect((await postJson(`${daemon.url}/api/health`, {})).status).toBe(200)
  await vi.waitFor(
    async () => {
      const text = await (await fetch(`${daemon.url}/metrics`)).text()
      expect(text).toMatch(/^tamis_spans_dropped_total [1-9]/m)
    },
    { timeout: 15_000, interval: 200 },
  )
  expect(await daemon.stop()).toBe(0)
}, 30_000)
