import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw, statusOf } from './raw-http.ts'
import { postJson, type RunningDaemon, startTamis } from './tamis.ts'

let daemon: RunningDaemon
const token = 'a-token-of-enough-length'
let guarded: RunningDaemon

beforeAll(async () => {
  ;[daemon, guarded] = await Promise.all([
    startTamis(),
    startTamis({ env: { TAMIS_TOKEN: token } }),
  ])
})
afterAll(async () => {
  await Promise.all([daemon.stop(), guarded.stop()])
})

const doors = [
  '/rpc',
  '/mcp',
  '/api/health',
  '/health',
  '/',
  '/v1/chat/completions',
  '/v1/messages',
]

/** A head that promises a body which never comes: a refusal must not wait for it. */
const head = (path: string, lines: readonly string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    ...lines,
    'content-type: application/json',
    'content-length: 1000',
    '',
    '',
  ].join('\r\n')

test.each(doors)('refuses a foreign Host at %s before the body', async (door) => {
  for (const host of [
    'evil.example',
    'localhost.evil.com',
    `evil.example:${daemon.port}`,
    '127.0.0.1',
    `127.0.0.1:${daemon.port}.evil.com`,
  ])
    expect(statusOf(await sendRaw(daemon.port, head(door, [`host: ${host}`])))).toBe(403)
})

test.each(doors)('refuses two Hosts and an absolute address at %s', async (door) => {
  const own = `host: 127.0.0.1:${daemon.port}`
  expect(statusOf(await sendRaw(daemon.port, head(door, [own, 'host: evil.example'])))).toBe(403)
  const absolute = head(`http://evil.example${door}`, [own])
  expect(statusOf(await sendRaw(daemon.port, absolute))).toBe(403)
})

test.each(doors)('refuses foreign and null Origins at %s before the body', async (door) => {
  const own = `host: 127.0.0.1:${daemon.port}`
  for (const origin of ['http://evil.example', 'null', `http://localhost.evil.com:${daemon.port}`])
    expect(statusOf(await sendRaw(daemon.port, head(door, [own, `origin: ${origin}`])))).toBe(403)
})

test.each(['cross-site', 'same-site'])(
  'refuses what a %s page loads without an Origin, and lets it link to the dashboard',
  async (site) => {
    const own = `host: 127.0.0.1:${daemon.port}`
    const statusAt = async (path: string, mode: string): Promise<number> => {
      const from = [own, `sec-fetch-site: ${site}`, `sec-fetch-mode: ${mode}`]
      const lines = [`GET ${path} HTTP/1.1`, ...from, 'connection: close', '', '']
      return statusOf(await sendRaw(daemon.port, lines.join('\r\n')))
    }
    for (const path of ['/api/events', '/health', '/metrics', '/v1/models', '/mcp'])
      for (const mode of ['no-cors', 'navigate']) expect(await statusAt(path, mode)).toBe(403)
    expect(await statusAt('/', 'no-cors')).toBe(403)
    expect(await statusAt('/', 'navigate')).toBe(200)
  },
)

test('lets in calls without an Origin, and from its own page', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  expect((await postJson(`${daemon.url}/rpc`, ping)).status).toBe(200)
  const origin = `http://localhost:${daemon.port}`
  expect((await postJson(`${daemon.url}/rpc`, ping, { origin })).status).toBe(200)
})

test.each(doors)('asks for the token at %s', async (door) => {
  const none = await postJson(guarded.url + door, {})
  const wrong = await postJson(guarded.url + door, {}, { authorization: 'Bearer not-it' })
  const sameLength = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`
  const close = await postJson(guarded.url + door, {}, { 'x-tamis-token': sameLength })
  expect([none.status, wrong.status, close.status]).toEqual([401, 401, 401])
  const right = await postJson(guarded.url + door, {}, { 'x-tamis-token': token })
  expect(right.status).not.toBe(401)
})

test('shows the page without a token, and takes no other method there', async () => {
  expect((await fetch(`${guarded.url}/`)).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetch(`${guarded.url}/`, { method })).status).toBe(401)
})

test('takes the token as a bearer too, and never repeats it', async () => {
  const answer = await postJson(
    `${guarded.url}/api/health`,
    {},
    { authorization: `Bearer ${token}` },
  )
  expect(answer.status).toBe(200)
  expect(answer.text + guarded.stderr()).not.toContain(token)
})

test.each(['/rpc', '/api/health'])(
  'answers 415 at %s to a body a form could send',
  async (door) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await postJson(daemon.url + door, '{}', { 'content-type': type })
      expect(answer.status).toBe(415)
    }
  },
)

test('will not open itself to the network without a token', async () => {
  await expect(startTamis({ args: ['--host', '0.0.0.0'] })).rejects.toThrow(/TAMIS_TOKEN/)
})
