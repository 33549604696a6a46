import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../e2e/proxy/provider.ts'
import { openProxyStage } from '../e2e/proxy/stage.ts'
import { sendRaw, statusOf } from '../e2e/raw-http.ts'
import { postJson, type RunningDaemon, startTamis } from '../e2e/tamis.ts'

let provider: Provider
let daemon: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage()
  ;({ provider, tamis: daemon } = stage)
  return stage.close
})

const path = '/v1/chat/completions'
const body = JSON.stringify({ model: 'fine', messages: [{ role: 'user', content: 'hi' }] })
const second = `POST /v1/smuggled HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n`
const head = (lines: readonly string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${daemon.port}`,
    'content-type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

test.each([
  ['two lengths', ['content-length: 5', `content-length: ${body.length}`]],
  ['a length beside chunks', ['content-length: 5', 'transfer-encoding: chunked']],
  ['chunks spelled oddly', ['transfer-encoding: xchunked', 'content-length: 5']],
  ['chunks twice', ['transfer-encoding: chunked', 'transfer-encoding: identity']],
  ['a space before the colon', ['content-length : 5']],
  ['a folded header', ['x-a: b', ' content-length: 5', `content-length: ${body.length}`]],
  ['a bare line feed', [`x-a: b\ncontent-length: 5`]],
])('a second request hidden behind %s reaches no provider', async (_, lines) => {
  const before = provider.seen.length
  const answer = await sendRaw(daemon.port, `${head(lines)}0\r\n\r\n${second}`)
  expect([400, 501, Number.NaN]).toContain(statusOf(answer))
  await postJson(daemon.url + path, body)
  expect(provider.seen.slice(before).map(({ url }) => url)).toEqual([path])
})

test('what stands after the body of one request is another, judged like any other', async () => {
  const before = provider.seen.length
  const hidden = `POST /v1/messages HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\n\r\n`
  const answer = await sendRaw(
    daemon.port,
    `${head([`content-length: ${body.length}`])}${body}${hidden}`,
    /403/,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 403/)
  expect(provider.seen.slice(before).map(({ url }) => url)).toEqual([path])
})

test('what concerns one connection does not travel to the next: hop-by-hop headers, our token, cookies of the name', async () => {
  const next = provider.nextRequest()
  await sendRaw(
    daemon.port,
    `${head([
      `content-length: ${body.length}`,
      'connection: keep-alive, x-private',
      'x-private: 1',
      'keep-alive: timeout=5',
      'proxy-authorization: Basic eA==',
      'te: trailers',
      'x-tamis-token: not-a-token-of-yours',
    ])}${body}`,
  ).catch(() => undefined)
  // A wrong token is refused at the gate; without one the request goes on, stripped.
  await sendRaw(
    daemon.port,
    `${head([`content-length: ${body.length}`, 'connection: keep-alive, x-private', 'x-private: 1', 'keep-alive: timeout=5', 'proxy-authorization: Basic eA=='])}${body}`,
  )
  const { headers } = await next
  for (const name of ['x-private', 'keep-alive', 'proxy-authorization', 'x-tamis-token'])
    expect(headers[name], name).toBeUndefined()
})

test('a provider that answers with broken or split headers breaks its own answer only', async () => {
  const broken = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\nx-a: b\rset-cookie: x=1\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n',
      ),
    )
  })
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  onTestFinished(() => void broken.close())
  const { port } = broken.address() as AddressInfo
  const other = await startTamis({
    env: { TAMIS_PROXY_UPSTREAMS_OPENAI: `http://127.0.0.1:${port}/v1` },
  })
  const answer = await postJson(other.url + path, body)
  expect(answer).toMatchObject({ status: 502, body: { error: { code: 'upstream_unreachable' } } })
  expect((await fetch(`${other.url}/health`)).status).toBe(200)
  await other.stop()
})

test('nobody but the configuration chooses where a request goes: no header, redirect or address does', async () => {
  const reached: string[] = []
  const inside = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('secret of the inside')
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  onTestFinished(() => void inside.close())
  const { port } = inside.address() as AddressInfo
  for (const target of [
    `http://127.0.0.1:${port}/v1`,
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]/',
    `http://127.0.0.1:${provider.port}@127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    'file:///etc/passwd',
    `http://localhost:${port}/`,
  ]) {
    const { status, text } = await postJson(daemon.url + path, body, {
      'x-target-base-url': target,
    })
    expect([400, 403], target).toContain(status)
    expect(text).not.toContain('secret of the inside')
  }
  const redirected = await fetch(daemon.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fault-redirect', messages: [] }),
  })
  expect(redirected.status).toBe(307)
  expect(reached).toEqual([])
})
