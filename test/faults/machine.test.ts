import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { homeWith } from '../e2e/gateway-stage.ts'
import { postJson, runTamis, startTamis } from '../e2e/tamis.ts'
import { buildFailingLibrary } from './machine.ts'
import { expectAlive, expectKept, longText, pruneOnce } from './promises.ts'

test('a clock that jumps back a year and forth again loses and revives nothing', async ({
  skip,
}) => {
  const library = buildFailingLibrary()
  if (!library) return skip('no compiler here to turn the clock back')
  const thisYear = new Date().getUTCFullYear()
  const daemon = await startTamis({ env: library.env })
  const { home, url } = daemon
  const yearOf = async (at: string): Promise<number> => {
    const { body } = await postJson(`${at}/api/health`, {})
    return Number((body as { timestamp: string }).timestamp.slice(0, 4))
  }
  const before = await pruneOnce(daemon, longText(1))
  const made = await postJson(`${url}/api/token.create`, { name: 'slow', requests_per_minute: 30 })
  const token = { 'x-tamis-token': (made.body as { token: string }).token }
  const ask = async () => (await postJson(`${url}/api/ledger.list`, { limit: 1 }, token)).status
  expect(await ask()).toBe(200)
  library.turnBackClock(true)
  // The clock of the machine is back; ours, which it was told by, is not.
  const { stdout } = spawnSync('date', ['+%Y'], { env: { ...process.env, ...library.env } })
  expect(Number(stdout)).toBeLessThan(thisYear)
  expect(await yearOf(url)).toBeGreaterThanOrEqual(thisYear)
  expect(await ask()).toBe(200)
  const during = await pruneOnce(daemon, longText(2))
  const promises = [before, during].flatMap(({ promised }) => (promised ? [promised] : []))
  expect(promises).toHaveLength(2)
  await expectKept(daemon, promises)
  await postJson(`${url}/api/memory.remember`, { text: 'Clocks jump', story: 'PD-1' })
  await runTamis(['token', 'revoke', 'slow', '--home', home])
  await expect.poll(ask, { timeout: 10_000 }).toBe(401)
  expect(await daemon.stop()).toBe(0)
  const again = await startTamis({ home, env: library.env })
  expect(await yearOf(again.url)).toBeGreaterThanOrEqual(thisYear)
  library.turnBackClock(false)
  await expectKept(again, promises)
  expect((await pruneOnce(again, longText(3))).promised).toBeDefined()
  const { text } = await postJson(`${again.url}/api/ledger.list`, { limit: 50 })
  expect(text).toContain('"prune"')
  expect(await again.stop()).toBe(0)
}, 60_000)

test('with every file handle taken it waits, and serves again when some are free', async ({
  skip,
}) => {
  if (process.platform === 'win32') return skip('no limit on handles to set here')
  const daemon = await startTamis({ under: ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'] })
  const { promised } = await pruneOnce(daemon, longText(1))
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect(daemon.port, '127.0.0.1')
    return socket.on('error', () => undefined)
  })
  await Promise.all(sockets.slice(0, 10).map((socket) => settled(socket)))
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => answers(daemon.url), { timeout: 10_000 }).toBe(true)
  await expectKept(daemon, promised ? [promised] : [])
  expect((await pruneOnce(daemon, longText(2))).promised).toBeDefined()
  expect(await daemon.stop()).toBe(0)
})

test('what could not be loaded while handles were out is loaded later', async ({ skip }) => {
  if (process.platform === 'win32') return skip('no limit on handles to set here')
  const daemon = await startTamis({ under: ['sh', '-c', 'ulimit -n 48; exec "$@"', 'sh'] })
  await expectAlive(daemon)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const calls: readonly (readonly [operation: string, input: object])[] = [
    ['mask', { messages: maskable, policy: { window_turns: 1, commit_every_turns: 1 } }],
    ['discover', { intent: 'shorten a text' }],
    ['prune', { text: longText(1), goal: 'line 7' }],
  ]
  const ask = (operation: string, input: object): Promise<number> =>
    postOver(agent, daemon.port, `/api/${operation}`, input)
  expect(await ask('health', {})).toBe(200)
  const sockets = Array.from({ length: 100 }, () =>
    connect(daemon.port, '127.0.0.1').on('error', () => undefined),
  )
  await Promise.all(sockets.slice(0, 10).map((socket) => settled(socket)))
  for (const [operation, input] of calls) await ask(operation, input)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => answers(daemon.url), { timeout: 10_000 }).toBe(true)
  for (const [operation, input] of calls) expect(await ask(operation, input), operation).toBe(200)
  agent.destroy()
  expect(await daemon.stop()).toBe(0)
})

test.concurrent('names that do not resolve are said by their code, at every adapter that goes out', async () => {
  const nowhere = 'http://no-such-host.invalid'
  const home = homeWith({ away: { url: `${nowhere}/mcp`, connect_timeout_ms: 3000 } })
  const daemon = await startTamis({
    home,
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: `${nowhere}/v1`,
      TAMIS_LLM_KIND: 'openai',
      TAMIS_LLM_MODEL: 'x',
      TAMIS_LLM_BASE_URL: `${nowhere}/v1`,
      TAMIS_EMBEDDER_KIND: 'openai',
      TAMIS_EMBEDDER_MODEL: 'x',
      TAMIS_EMBEDDER_DIMENSIONS: '8',
      TAMIS_EMBEDDER_BASE_URL: `${nowhere}/v1`,
    },
  })
  const messages = [{ role: 'user', content: 'hi' }]
  const chat = await postJson(`${daemon.url}/v1/chat/completions`, { model: 'x', messages })
  expect(chat).toMatchObject({ status: 502, body: { error: { code: 'upstream_unreachable' } } })
  const ingested = await postJson(`${daemon.url}/api/knowledge.ingest_text`, {
    id: 'a',
    text: '# Retry\n\nThe limit is five.',
  })
  expect(ingested.status).toBe(200)
  const search = { query: 'retry limit', mode: 'lexical' }
  const found = await postJson(`${daemon.url}/api/knowledge.search`, search)
  expect(found.body).toMatchObject({ hits: [{}] })
  const asked = await postJson(`${daemon.url}/api/knowledge.ask`, {
    query: 'what is the retry limit',
  })
  expect(asked.text).toMatch(/model_unreachable|llm_unreachable/)
  const rpc = { jsonrpc: '2.0', id: 1, method: 'prompts/list' }
  const away = await postJson(`${daemon.url}/api/mcp-gateway/away/rpc`, rpc)
  expect(away.text).toContain('server_unavailable')
  await expectAlive(daemon)
  await daemon.stop()
})

test.concurrent('two hundred clients that dawdle at every door hold up nobody, and are closed in time', async () => {
  const daemon = await startTamis()
  const host = `host: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\n`
  const starts = [
    'POST /rpc HT',
    `POST /rpc HTTP/1.1\r\n${host}`,
    `POST /rpc HTTP/1.1\r\n${host}content-length: 100\r\n\r\n{`,
    `POST /mcp HTTP/1.1\r\n${host}content-length: 100\r\n\r\n{`,
    `POST /api/prune HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n5\r\n{"te`,
    `POST /v1/messages HTTP/1.1\r\n${host}content-length: 100\r\n\r\n{`,
    `POST /api/mcp-gateway/x/rpc HTTP/1.1\r\n${host}content-length: 100\r\n\r\n{`,
  ]
  const closed = Array.from({ length: 200 }, (_, index) => {
    const socket = connect(daemon.port, '127.0.0.1', () =>
      socket.write(starts[index % starts.length] ?? ''),
    )
    socket.on('error', () => undefined).resume()
    return once(socket, 'close')
  })
  for (let round = 0; round < 20; round++) await expectAlive(daemon)
  await Promise.all(closed)
  await expectAlive(daemon)
  await daemon.stop()
})

test.concurrent('a client that closes its side after asking is answered; one that closes inside its body is let go', async () => {
  const daemon = await startTamis()
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const head = `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\n`
  expect(
    await sendAndClose(daemon.port, `${head}content-length: ${body.length}\r\n\r\n${body}`),
  ).toContain('"result":{}')
  expect(
    await sendAndClose(daemon.port, `${head}content-length: 1000\r\n\r\n${body}`),
  ).not.toContain('200 OK')
  await expectAlive(daemon)
  expect(daemon.stderr()).toBe('')
  expect(await daemon.stop()).toBe(0)
})

test('a provider that never ends is read no faster than its client, and stopped with it', async () => {
  let isClosed = false
  const provider = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const piece = `data: ${'x'.repeat(65_000)}\n\n`
    const write = (): void => {
      while (response.write(piece));
    }
    response.on('drain', write).on('close', () => {
      isClosed = true
    })
    write()
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => void provider.close())
  const { port } = provider.address() as AddressInfo
  const daemon = await startTamis({
    env: { TAMIS_PROXY_UPSTREAMS_OPENAI: `http://127.0.0.1:${port}/v1` },
  })
  const leaving = new AbortController()
  const response = await fetch(`${daemon.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'x', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    signal: leaving.signal,
  })
  const reader = response.body?.getReader()
  let bytes = 0
  while (bytes < 20_000_000) bytes += (await reader?.read())?.value?.length ?? 0
  // Not read any more: what the provider goes on saying must not pile up in here.
  await expectAlive(daemon)
  leaving.abort()
  await expect.poll(() => isClosed, { timeout: 5000 }).toBe(true)
  await expectAlive(daemon)
  await daemon.stop()
})

/** A conversation whose first result is long and old. */
const maskable = [
  { role: 'user', content: 'read it' },
  ...Array.from({ length: 12 }, (_, at) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: longText(at).slice(0, 20_000) },
  ]).flat(),
]

/** Posts over a connection that is kept; gives the status. */
async function postOver(agent: Agent, port: number, path: string, body: object): Promise<number> {
  const request = sendRequest({
    agent,
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await response.toArray()
  return response.statusCode ?? 0
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

function settled(socket: Socket): Promise<unknown> {
  return Promise.race([once(socket, 'connect'), once(socket, 'close')])
}

/** Sends, closes the sending side, and gives back all that comes. */
async function sendAndClose(port: number, bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.end(bytes)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}
