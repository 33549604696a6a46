import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw, statusOf } from './raw-http.ts'
import { postJson, type RunningDaemon, startTamis } from './tamis.ts'

let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startTamis({ env: { TAMIS_SERVER_MAX_BODY_BYTES: '200000' } })
})
afterAll(async () => {
  await daemon.stop()
})

const rpc = (body: unknown): ReturnType<typeof postJson> => postJson(`${daemon.url}/rpc`, body)
const call = (method: string, params?: unknown): ReturnType<typeof postJson> =>
  rpc({ jsonrpc: '2.0', id: 7, method, params })

test('answers the handshake with the version asked for, or the newest it knows', async () => {
  const ask = async (protocolVersion: string): Promise<unknown> =>
    (
      await call('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      })
    ).body
  expect(await ask('2025-06-18')).toMatchObject({
    id: 7,
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'tamis' } },
  })
  expect(await ask('1999-01-01')).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
})

test.each([
  ['ping', {}],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
  ['prompts/list', { prompts: [] }],
])('answers %s', async (method, result) => {
  expect((await call(method)).body).toEqual({ jsonrpc: '2.0', id: 7, result })
})

test('answers health over JSON-RPC, as a tool and over GET alike', async () => {
  const byMethod = (await call('health')).body as { result: object }
  const byTool = (await call('tools/call', { name: 'health', arguments: {} })).body as {
    result: { content: { text: string }[] }
  }
  const byGet = await (await fetch(`${daemon.url}/health`)).json()
  const fixed = {
    status: 'healthy',
    server: 'mcp-pruner',
    capabilities: expect.arrayContaining(['prune_text', 'recover_text', 'annotations', 'markers']),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  }
  expect(byMethod.result).toEqual(fixed)
  expect(JSON.parse(byTool.result.content[0]?.text ?? '')).toEqual(fixed)
  expect(byGet).toEqual(fixed)
})

test('says nothing to notifications', async () => {
  const answer = await rpc({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect(answer).toMatchObject({ status: 202, text: '' })
  expect(await rpc({ jsonrpc: '2.0', method: 'nonsense' })).toMatchObject({ status: 202, text: '' })
})

test('answers a batch in order, without its notifications', async () => {
  const { body } = await rpc([
    { jsonrpc: '2.0', id: 'a', method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'nope' },
    5,
  ])
  expect(body).toEqual([
    { jsonrpc: '2.0', id: 'a', result: {} },
    {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'Method not found', data: { method: 'nope' } },
    },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
  ])
  expect(await rpc([{ jsonrpc: '2.0', method: 'ping' }])).toMatchObject({ status: 202, text: '' })
})

test.each([
  { name: 'broken JSON', body: '{"jsonrpc":', code: -32700 },
  { name: 'nothing', body: '', code: -32700 },
  { name: 'a number', body: '5', code: -32600 },
  { name: 'an empty batch', body: '[]', code: -32600 },
  { name: 'another version', body: '{"jsonrpc":"1.0","id":1,"method":"ping"}', code: -32600 },
  { name: 'an object as id', body: '{"jsonrpc":"2.0","id":{},"method":"ping"}', code: -32600 },
  {
    name: 'a method that is a prototype name',
    body: '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
    code: -32601,
  },
  {
    name: 'params that are a list',
    body: '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
    code: -32602,
  },
  {
    name: 'an unknown tool',
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}',
    code: -32602,
  },
  { name: '50,000 open brackets', body: '['.repeat(50_000), code: -32600 },
  { name: '50,000 levels', body: '['.repeat(50_000) + ']'.repeat(50_000), code: -32600 },
])('answers $code to $name', async ({ body, code }) => {
  const answer = await rpc(body)
  expect(answer.status).toBe(200)
  const { body: reply } = answer as {
    body: { error: { code: number } } | { error: { code: number } }[]
  }
  expect(Array.isArray(reply) ? reply[0]?.error.code : reply.error.code).toBe(code)
})

test('names the path of a bad argument', async () => {
  const { body } = await call('tools/call', { name: 'ledger_list', arguments: { limit: 'many' } })
  expect(body).toMatchObject({
    error: { code: -32602, data: { code: 'invalid_input', path: 'limit' } },
  })
})

test('refuses a body over the limit at once when it is announced', async () => {
  const announced = `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n`
  expect(statusOf(await sendRaw(daemon.port, announced))).toBe(413)
})

test('refuses a body over the limit soon after it passes it', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const start = `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1:${daemon.port}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
  expect(statusOf(await sendRaw(daemon.port, start + chunk.repeat(5)))).toBe(413)
})

test('answers 405 to a GET', async () => {
  expect((await fetch(`${daemon.url}/rpc`)).status).toBe(405)
})

test.each([
  ['ask', 'Did you mean POST /api/knowledge.ask?'],
  ['pml_discover', 'Did you mean POST /api/discover?'],
  ['ledger.lst', 'Did you mean POST /api/ledger.list?'],
  ['nothing', 'See docs/reference/http.md for the routes.'],
])('/api/%s is not there, and says what is', async (name, hint) => {
  const { status, body } = await postJson(`${daemon.url}/api/${name}`, {})
  expect(status).toBe(404)
  expect(body).toMatchObject({ error: { code: 'not_found', hint } })
})
