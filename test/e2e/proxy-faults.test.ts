import { beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from './proxy/provider.ts'
import { type Exchange, exchange } from './proxy/raw-exchange.ts'
import { openProxyStage } from './proxy/stage.ts'
import { postJson, type RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage({
    TAMIS_PROXY_HEADERS_TIMEOUT_MS: '1500',
    TAMIS_PROXY_ALLOWED_TARGETS: '127.0.0.1:1',
  })
  ;({ provider, tamis } = stage)
  return stage.close
})

const path = '/v1/chat/completions'
const ask = (model: string, stream = false): string =>
  JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] })

/** The body as a text: comparing two buffers of a megabyte byte by byte takes a minute. */
const plain = (seen: Exchange | undefined) => ({ ...seen, body: seen?.body.toString('latin1') })

describe('a client gets what it would have got without us', () => {
  test.each([
    'fine',
    'fault-429',
    'fault-500',
    'fault-html',
    'fault-broken-json',
    'fault-empty',
    'fault-redirect',
    'odd-trailers',
    'odd-crlf',
    'odd-gzip',
    'odd-br',
    'odd-zstd',
  ])('from %s', async (model) => {
    const [direct, through] = await Promise.all(
      [provider.url, tamis.url].map((url) => exchange(url + path, ask(model))),
    )
    expect(plain(through)).toEqual(plain(direct))
  })

  test.each(['/v1/chat/completions', '/v1/responses', '/v1/messages'])(
    'frame by frame from a stream of %s',
    async (streamPath) => {
      const [direct, through] = await Promise.all(
        [provider.url, tamis.url].map((url) => exchange(url + streamPath, ask('fine', true))),
      )
      expect(plain(through)).toEqual(plain(direct))
      expect(through?.body.length).toBeGreaterThan(500)
    },
  )

  test.each(['fault-cut', 'fault-cut-json'])('a cut answer looks cut, from %s', async (model) => {
    const through = await exchange(tamis.url + path, ask(model))
    expect(through).toMatchObject({ status: 200, isCut: true })
  })

  test('a dripping provider, byte by byte', async () => {
    const [direct, through] = await Promise.all(
      [provider.url, tamis.url].map((url) => exchange(url + path, ask('fault-drip'))),
    )
    expect(plain(through)).toEqual(plain(direct))
  })
})

describe('a provider that does not answer', () => {
  test.each([
    ['fault-reset', 502, 'upstream_unreachable'],
    ['fault-refuse-late', 502, 'upstream_unreachable'],
    ['fault-hang', 504, 'upstream_timeout'],
    ['fault-drip-head', 504, 'upstream_timeout'],
  ])('%s is a %i with our code', async (model, status, code) => {
    const { status: got, body } = await exchange(tamis.url + path, ask(model))
    expect(got).toBe(status)
    expect(JSON.parse(body.toString()).error.code).toBe(code)
  })

  test('a refused connection is a 502', async () => {
    const headers = { 'x-target-base-url': 'http://127.0.0.1:1/v1' }
    const { status } = await exchange(tamis.url + path, ask('fine'), headers)
    expect(status).toBe(502)
  })

  test('is in the ledger with its reason, and saved nothing', async () => {
    await exchange(tamis.url + path, ask('fault-reset'), { 'x-session-id': 'unanswered' })
    const rows = async () => {
      const found = { kind: 'proxy', warning: 'upstream_unreachable', limit: 1 }
      return (await postJson(`${tamis.url}/api/ledger.list`, found)).body
    }
    await expect.poll(rows).toMatchObject({
      entries: [
        {
          tokens: { before: 0, after: 0 },
          isFallback: false,
          warnings: ['upstream_unreachable'],
          details: { status: 0, outcome: 'unanswered', model: 'fault-reset' },
        },
      ],
    })
  })
})

test('an Expect header is answered and the body arrives', async () => {
  const { status } = await exchange(tamis.url + path, ask('fine'), { expect: '100-continue' })
  expect(status).toBe(200)
})
