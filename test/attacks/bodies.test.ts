import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processorMs } from '../e2e/processor-time.ts'
import { openProxyStage } from '../e2e/proxy/stage.ts'
import { sendRaw, statusOf } from '../e2e/raw-http.ts'
import { type RunningDaemon, startTamis } from '../e2e/tamis.ts'

const maxBytes = 100_000
let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startTamis({ env: { TAMIS_SERVER_MAX_BODY_BYTES: String(maxBytes) } })
})
afterAll(async () => {
  await daemon.stop()
})

const doors = ['/api/ledger.list', '/rpc', '/mcp', '/api/mcp-gateway/x/rpc', '/v1/messages']

/** A body whose length nobody declares. */
async function postInChunks(door: string, text: string): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000)
        controller.enqueue(Buffer.from(text.slice(at, at + 10_000)))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return fetch(daemon.url + door, init)
}

test('a body in chunks is read like any other', async () => {
  const ledger = await postInChunks('/api/ledger.list', '{"limit": 3}')
  expect(ledger.status).toBe(200)
  const ping = await postInChunks('/rpc', '{"jsonrpc":"2.0","id":1,"method":"ping"}')
  expect(await ping.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
})

test.each(doors)('a body over the limit is refused at %s, declared or not', async (door) => {
  const head = `POST ${door} HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\n`
  const declared = await sendRaw(daemon.port, `${head}content-length: ${maxBytes + 1}\r\n\r\n`)
  expect(statusOf(declared)).toBe(413)
  const chunked = await postInChunks(door, `{"a":"${'x'.repeat(maxBytes)}"}`)
  expect(chunked.status).toBe(413)
  expect(await chunked.text()).toContain('body_too_large')
})

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s where it is not served is 404 or 405',
  async (method) => {
    for (const door of ['/api/prune', '/rpc', '/mcp', '/api/mcp-gateway/x/rpc']) {
      const { status } = await fetch(daemon.url + door, { method })
      expect([404, 405]).toContain(status)
    }
  },
)

test('two lengths, or a length beside chunks, are no request at all', async () => {
  const head = `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\n`
  for (const lengths of [
    'content-length: 2\r\ncontent-length: 3\r\n',
    'content-length: 2\r\ntransfer-encoding: chunked\r\n',
    'transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n',
    'content-length: +2\r\n',
    'content-length: 0x2\r\n',
  ])
    expect(statusOf(await sendRaw(daemon.port, `${head}${lengths}\r\n{}`))).toBe(400)
})

/** Sends a body and gives the status, or why there was none. */
function upload(url: string, body: Buffer): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const request = httpRequest(url, { method: 'POST', headers })
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', (error) => resolve(error.message))
    request.end(body)
  })
}

test('twelve bodies of 62 MB at once are bounded together, and hold nobody up', async () => {
  const stage = await openProxyStage()
  const content = 'x'.repeat(62_000_000)
  const body = Buffer.from(JSON.stringify({ model: 'fine', messages: [{ role: 'user', content }] }))
  let longest = 0
  let isOver = false
  const path = `${stage.tamis.url}/v1/chat/completions`
  const uploads = Promise.all(Array.from({ length: 12 }, () => upload(path, body)))
  const over = uploads.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const before = processorMs(stage.tamis.process.pid)
    expect((await fetch(`${stage.tamis.url}/health`)).status).toBe(200)
    longest = Math.max(longest, processorMs(stage.tamis.process.pid) - before)
  }
  const answers = await over
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  // A client that still sends when it is refused may find its connection closed before it reads why.
  expect(
    answers.every((status) => status === 200 || status === 503 || /ECONN|EPIPE/.test(`${status}`)),
  ).toBe(true)
  expect(answers.filter((status) => status !== 200).length).toBeGreaterThanOrEqual(4)
  // Of processor time, by all threads of the daemon together.
  expect(longest).toBeLessThan(4000)
  await stage.close()
}, 60_000)
