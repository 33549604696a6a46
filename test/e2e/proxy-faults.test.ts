import { existsSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Provider, startProvider } from './proxy/provider.ts'
import { type Exchange, exchange } from './proxy/raw-exchange.ts'
import { type RunningDaemon, startTamis } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

const maxBodyBytes = 2_000_000

beforeAll(async () => {
  provider = await startProvider()
  tamis = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
      TAMIS_PROXY_HEADERS_TIMEOUT_MS: '1500',
      TAMIS_SERVER_MAX_BODY_BYTES: String(maxBodyBytes),
      TAMIS_PROXY_ALLOWED_TARGETS: '127.0.0.1:1',
    },
  })
})
afterAll(async () => {
  await tamis.stop()
  await provider.close()
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
  ])('%s is a %i with our code', async (model, status, code) => {
    const started = performance.now()
    const { status: got, body } = await exchange(tamis.url + path, ask(model))
    expect(got).toBe(status)
    expect(JSON.parse(body.toString()).error.code).toBe(code)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('a refused connection is a 502', async () => {
    const headers = { 'x-target-base-url': 'http://127.0.0.1:1/v1' }
    const { status } = await exchange(tamis.url + path, ask('fine'), headers)
    expect(status).toBe(502)
  })
})

describe('a client that leaves', () => {
  /** Starts a request and destroys it at a phase; resolves to how long the provider's side lived on. */
  async function leave(model: string, stream: boolean): Promise<number> {
    const reached = provider.nextRequest()
    const request = httpRequest(tamis.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      agent: new Agent(),
    })
    request.on('error', () => undefined)
    request.end(ask(model, stream))
    const seen = await reached
    if (model === 'fault-stall')
      await new Promise((resolve) => request.once('response', (r) => r.once('data', resolve)))
    const left = performance.now()
    request.destroy()
    expect(await seen.ended).toBe('closed')
    return performance.now() - left
  }

  test.each([
    ['before the head', 'fault-hang'],
    ['inside a stream', 'fault-stall'],
  ])('%s stops the provider within 100 ms, a hundred times', async (_, model) => {
    const times: number[] = []
    for (let round = 0; round < 100; round++) times.push(await leave(model, true))
    times.sort((a, b) => a - b)
    // One slow round is the machine's; the proxy's own delay shows in all of them.
    expect(times.at(94)).toBeLessThan(100)
  })

  test('in the middle of its own body never reaches the provider', async () => {
    const before = provider.seen.length
    const socket = connect(tamis.port, '127.0.0.1', () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${tamis.port}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half`,
        () => socket.destroy(),
      ),
    )
    await new Promise((resolve) => socket.once('close', resolve))
    await exchange(tamis.url + path, ask('fine'))
    expect(provider.seen.length).toBe(before + 1)
  })
})

describe('bodies', () => {
  test('an Expect header is answered and the body arrives', async () => {
    const { status } = await exchange(tamis.url + path, ask('fine'), { expect: '100-continue' })
    expect(status).toBe(200)
  })
})

test('ten thousand requests, sixty-four at a time, of every kind: all answered as without us, nothing leaks', async () => {
  const kinds = [
    'fine',
    'fault-429',
    'fault-500',
    'fault-html',
    'fault-broken-json',
    'fault-cut',
    'fault-reset',
    'odd-gzip',
  ] as const
  const direct = new Map(
    await Promise.all(
      kinds.map(async (kind) => [kind, await exchange(provider.url + path, ask(kind))] as const),
    ),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const total = Number(process.env.TAMIS_FLOOD ?? 10_000)
  let next = 0
  let wrong = 0
  async function worker(): Promise<void> {
    while (next < total) {
      const kind = kinds[next++ % kinds.length] ?? 'fine'
      const through = await exchange(tamis.url + path, ask(kind), {}, agent)
      const wanted = direct.get(kind)
      const isSame =
        kind === 'fault-reset'
          ? through.status === 502
          : through.status === wanted?.status &&
            through.isCut === wanted.isCut &&
            (wanted.isCut || through.body.equals(wanted.body))
      if (!isSame) wrong++
    }
  }
  const half = total / 2
  let residentAtHalf = 0
  const measure = setInterval(() => {
    if (residentAtHalf === 0 && next > half) residentAtHalf = residentBytes(tamis.process.pid)
  }, 20)
  await Promise.all(Array.from({ length: 64 }, worker))
  clearInterval(measure)
  agent.destroy()
  if (residentAtHalf > 0)
    expect(residentBytes(tamis.process.pid)).toBeLessThan(residentAtHalf * 1.3 + 30_000_000)
  expect(wrong).toBe(0)
  expect(tamis.stderr()).not.toMatch(/MaxListeners|Unhandled|heap/)
  await expect.poll(() => provider.openSockets(), { timeout: 15_000 }).toBeLessThan(70)
  expect((await exchange(tamis.url + path, ask('fine'))).status).toBe(200)
}, 120_000)

/** How much memory a process holds; 0 where the system does not say. */
function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/statm`
  if (!existsSync(file)) return 0
  return Number(readFileSync(file, 'utf8').split(' ')[1]) * 4096
}
