import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { processorMs } from '../e2e/processor-time.ts'
import { exchange } from '../e2e/proxy/raw-exchange.ts'
import { sendRaw, statusOf } from '../e2e/raw-http.ts'
import { postJson, type RunningDaemon, startTamis } from '../e2e/tamis.ts'
import { type RawProvider, startRawProvider } from './raw-provider.ts'

let provider: RawProvider
let daemon: RunningDaemon

beforeAll(async () => {
  provider = await startRawProvider()
  daemon = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: `${provider.url}/team-a/v1`,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: `${provider.url}/team-a/v1`,
      TAMIS_PROXY_ALLOWED_TARGETS: provider.url,
      OPENAI_API_KEY: key,
    },
  })
  return async () => {
    await daemon.stop()
    await provider.close()
  }
})

const path = '/v1/chat/completions'
const key = 'sk-configured'
const body = JSON.stringify({ model: 'fine', messages: [{ role: 'user', content: 'hi' }] })
const ask = (headers: Readonly<Record<string, string>> = {}) =>
  exchange(daemon.url + path, body, headers)
const bytes = (text: string): Buffer => Buffer.from(text)

async function expectAlive(): Promise<void> {
  const { status } = await fetch(`${daemon.url}/health`)
  expect(status).toBe(200)
  expect(daemon.process.exitCode).toBeNull()
}

describe('a provider that says odd things in its head', () => {
  test.each([
    ['another alphabet', bytes('HTTP/1.1 200 成功\r\ncontent-length: 2\r\n\r\nok')],
    ['a letter of Latin-1', bytes('HTTP/1.1 200 na\xefve\r\ncontent-length: 2\r\n\r\nok')],
    ['a tab', bytes('HTTP/1.1 200 a\tb\r\ncontent-length: 2\r\n\r\nok')],
    ['nothing', bytes('HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\nok')],
    ['megabytes', bytes(`HTTP/1.1 200 ${'x'.repeat(8000)}\r\ncontent-length: 2\r\n\r\nok`)],
  ])('a reason phrase of %s is not relayed, and stops nobody', async (_, answer) => {
    provider.answerWith((socket) => socket.end(answer))
    expect(await ask()).toMatchObject({ status: 200, body: bytes('ok') })
    await expectAlive()
  })

  test.each([
    ['a control character in the phrase', 'HTTP/1.1 200 a\x01b\r\ncontent-length: 2\r\n\r\nok'],
    [
      'a control character in a header',
      'HTTP/1.1 200 OK\r\nx-a: a\x01\r\ncontent-length: 2\r\n\r\nok',
    ],
    ['a status of no kind', 'HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status past all kinds', 'HTTP/1.1 999 OK\r\ncontent-length: 2\r\n\r\nok'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    [
      'broken trailers',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-\x01: a\r\n\r\n',
    ],
    [
      'trailers with another alphabet',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-a: 成功\r\n\r\n',
    ],
  ])('%s stops nobody', async (_, answer) => {
    provider.answerWith((socket) => socket.end(bytes(answer)))
    const { status } = await ask()
    expect([0, 200, 502, 999]).toContain(status)
    await expectAlive()
  })
})

describe('a configured key', () => {
  const ok = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  const lastSeen = () => provider.seen.at(-1) ?? ''

  test('goes to its own base URL', async () => {
    provider.answerWith(ok)
    await ask()
    expect(lastSeen()).toContain(`authorization: Bearer ${key}`)
    await ask({ 'x-target-base-url': `${provider.url}/team-a/v1` })
    expect(lastSeen()).toContain(`authorization: Bearer ${key}`)
  })

  test('goes to no other, though a header may name it', async () => {
    provider.answerWith(ok)
    expect(await ask({ 'x-target-base-url': `${provider.url}/team-b/v1` })).toMatchObject({
      status: 200,
    })
    expect(lastSeen()).toMatch(/^POST \/team-b\/v1\/chat\/completions/)
    expect(lastSeen()).not.toContain(key)
  })

  test.each([
    '/v1/../../team-b/keys',
    '/v1/%2e%2e/%2E%2e/team-b/keys',
    '/v1/..;/..;x=1/team-b/keys',
    '/v1/..%2f..%2fteam-b/keys',
    '/v1beta/../team-b',
  ])('goes to no path outside of it: %s', async (outside) => {
    const before = provider.seen.length
    const answer = await sendRaw(
      daemon.port,
      `GET ${outside} HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\n\r\n`,
    )
    expect(statusOf(answer)).toBe(400)
    expect(provider.seen).toHaveLength(before)
  })
})

test('an answer sets nothing for our own address', async () => {
  const lines = [
    'set-cookie: session=stolen; Path=/',
    'access-control-allow-origin: *',
    'access-control-allow-credentials: true',
    'x-tamis-masked: 99',
    'x-tamis-warning: all is well',
    'clear-site-data: "*"',
    'connection: x-one',
    'connection: x-two',
    'x-one: 1',
    'x-two: 2',
    'x-request-id: kept',
  ]
  provider.answerWith((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\ncontent-length: 2\r\n\r\nok`),
  )
  const headers = await rawHead()
  expect(headers).toContain('x-request-id: kept')
  expect(headers).not.toMatch(/stolen|access-control|99|all is well|clear-site|x-one|x-two/)
})

test('an answer whose encoding is called __proto__ is in the ledger like any other', async () => {
  provider.answerWith((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: __proto__\r\ncontent-length: 2\r\n\r\nok'),
  )
  await exchange(daemon.url + path, body.replace('fine', 'of-proto'))
  await expect.poll(ledgerRows).toContain('"model":"of-proto"')
  expect(daemon.stderr()).not.toContain('account-failed')
})

test('a browser is not shown an answer: a page of a provider would be a page of ours', async () => {
  const before = provider.seen.length
  const answer = await sendRaw(
    daemon.port,
    `GET /v1/page HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\nsec-fetch-dest: document\r\n\r\n`,
  )
  expect(statusOf(answer)).toBe(403)
  expect(provider.seen).toHaveLength(before)
})

/** The head of an answer, as received. */
function rawHead(): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json`
  return sendRaw(daemon.port, `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
}

async function ledgerRows(): Promise<string> {
  return (await postJson(`${daemon.url}/api/ledger.list`, { kind: 'proxy', limit: 500 })).text
}

/** Rows of the ledger are made within this time of an answer. */
const accountMs = 300

/** The most processor time that the daemon spent before it answered `/health`, asked again and again until the row of what `work` did was made. */
async function mostBeforeHealthMs(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  let endsAt = Number.POSITIVE_INFINITY
  const working = work().finally(() => {
    endsAt = performance.now() + accountMs
  })
  while (performance.now() < endsAt) {
    const before = processorMs(daemon.process.pid)
    await fetch(`${daemon.url}/health`)
    most = Math.max(most, processorMs(daemon.process.pid) - before)
  }
  await working
  return most
}

describe('a provider whose answer costs much to read', () => {
  test('280,000 chunks of one byte hold nobody up', async () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const chunks = '1\r\nx\r\n'.repeat(280_000)
    provider.answerWith((socket) => socket.end(`${head}${chunks}0\r\n\r\n`))
    const most = await mostBeforeHealthMs(async () => {
      expect((await ask()).body.length).toBe(280_000)
    })
    // What is quadratic takes minutes.
    expect(most).toBeLessThan(5000)
  }, 120_000)

  test.each([
    ['"usage":{', '"usage":{'.repeat(1_800_000)],
    ['"usage" and spaces', `"usage"${' '.repeat(1000)}`.repeat(16_000)],
    ['"usage":{} with tokens', '"usage":{"prompt_tokens":1},'.repeat(500_000)],
  ])(
    '32 kB that unfold to %s hold nobody up',
    async (_, text) => {
      const packed = gzipSync(text)
      const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`
      provider.answerWith((socket) => socket.end(Buffer.concat([Buffer.from(head), packed])))
      const most = await mostBeforeHealthMs(() => ask())
      expect(most).toBeLessThan(2000)
    },
    120_000,
  )
})
