import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations/all.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { newFolder, postJson, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

const home = newFolder()
const tokens: Record<string, string> = {}
let provider: Provider
let daemon: RunningDaemon

async function createByCommand(name: string): Promise<string> {
  const made = await runTamis(['token', 'create', name, '--scope', 'admin', '--home', home])
  expect(made.stderr).toContain('not shown again')
  return made.stdout.trim()
}

async function create(wish: object): Promise<string> {
  const { body } = await postJson(at('/api/token.create'), wish, withToken('admin'))
  return (body as { token: string }).token
}

beforeAll(async () => {
  provider = await startProvider()
  tokens.admin = await createByCommand('adminer')
  daemon = await startTamis({
    home,
    args: ['--host', '0.0.0.0'],
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
      OPENAI_API_KEY: 'sk-of-the-team',
      ANTHROPIC_API_KEY: 'sk-ant-of-the-team',
    },
  })
  tokens.read = await create({ name: 'reader', scope: 'read' })
  tokens.write = await create({ name: 'writer' })
  tokens.slow = await create({ name: 'slow', requests_per_minute: 2 })
}, 60_000)
afterAll(async () => {
  await daemon.stop()
  await provider.close()
})

const at = (path: string): string => `http://127.0.0.1:${daemon.port}${path}`
const withToken = (name: string) => ({ 'x-tamis-token': tokens[name] ?? '' })
const call = (tool: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: tool, arguments: args },
})
const mcpHeaders = { accept: 'application/json, text/event-stream' }
const chat = { model: 'gpt-5', messages: [{ role: 'user', content: 'hi' }] }
const purge = { what: 'originals' }

test('serves the network once it has a token, and nobody without one', async () => {
  for (const path of ['/rpc', '/mcp', '/api/health', '/v1/chat/completions', '/api/events'])
    expect((await postJson(at(path), {})).status).toBe(401)
  expect((await fetch(at('/'))).status).not.toBe(401)
})

test.each(operations.map(({ name, scope }) => [name, scope] as const))(
  'POST /api/%s takes a token of scope %s, and no lesser one',
  async (name, scope) => {
    const wrong = { 'never-a-field': true }
    const statuses = await Promise.all(
      ['read', 'write', 'admin'].map(async (one) => {
        const answer = await postJson(at(`/api/${name}`), wrong, withToken(one))
        return answer.status === 403 ? 'refused' : 'let in'
      }),
    )
    const least = ['read', 'write', 'admin'].indexOf(scope)
    expect(statuses).toEqual([0, 1, 2].map((rank) => (rank < least ? 'refused' : 'let in')))
  },
)

test('asks for the scope at /rpc and /mcp, and of workflows that run our own tools', async () => {
  const rpc = await postJson(at('/rpc'), call('store_purge', purge), withToken('write'))
  expect(rpc.text).toContain('scope_insufficient')
  const mcp = await postJson(at('/mcp'), call('store_purge', purge), {
    ...mcpHeaders,
    ...withToken('write'),
  })
  expect(mcp.text).toContain('scope_insufficient')
  const workflow = { id: 'tool:tamis:store_purge', args: purge, confirm: true }
  const refused = await postJson(at('/api/execute'), workflow, withToken('write'))
  expect(refused.text).toContain('scope_insufficient')
  const allowed = await postJson(at('/api/execute'), workflow, withToken('admin'))
  expect(allowed.body).toMatchObject({ status: 'success', result: { originals: 0 } })
})

test('a token that may only read does not reach the gateway', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const statuses = ['read', 'write'].map(
    async (name) =>
      (await postJson(at('/api/mcp-gateway/nobody/rpc'), message, withToken(name))).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 200])
})

test('lets the proxy be used from scope write on', async () => {
  const refused = await postJson(at('/v1/chat/completions'), chat, withToken('read'))
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { error: { code: 'scope_insufficient' } },
  ])
  expect((await postJson(at('/v1/chat/completions'), chat, withToken('write'))).status).toBe(200)
})

test.each([
  ['x-tamis-token beside a key of the client', '/v1/chat/completions', 'x-tamis-token', 'mine'],
  ['a bearer', '/v1/chat/completions', 'authorization', 'sk-of-the-team'],
  ['x-api-key', '/v1/messages', 'x-api-key', 'sk-ant-of-the-team'],
])('a token as %s opens the proxy and stays here', async (_, path, header, key) => {
  const value = header === 'authorization' ? `Bearer ${tokens.write}` : (tokens.write ?? '')
  const own = key === 'mine' ? { authorization: 'Bearer mine' } : {}
  const answer = await postJson(at(path), { ...chat, max_tokens: 1 }, { [header]: value, ...own })
  expect(answer.status).toBe(200)
  const sent = JSON.stringify(provider.seen.at(-1)?.headers)
  expect(sent).not.toContain('tms_')
  expect(sent).toContain(key)
})

test('what a token has open ends soon after its revocation by another process', async () => {
  const token = await create({ name: 'streaming' })
  const stream = await fetch(at('/api/events'), { headers: { 'x-tamis-token': token } })
  const reader = stream.body?.getReader()
  await reader?.read()
  const revoked = runTamis(['token', 'revoke', 'streaming', '--home', home])
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  })().catch(() => undefined)
  await revoked
  await ended
  const others = await fetch(at('/api/events'), { headers: withToken('write') })
  expect(others.status).toBe(200)
  await others.body?.cancel()
})

test('says 429 and when to come back once a token has used up its minute', async () => {
  const ask = () =>
    fetch(at('/api/health'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...withToken('slow') },
      body: '{}',
    })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
})

test('writes the name of the token into the ledger, and its text nowhere', async () => {
  await postJson(at('/api/prune'), { text: 'a\nb', goal: 'b' }, withToken('write'))
  const { text } = await postJson(at('/api/ledger.list'), { caller: 'writer' }, withToken('read'))
  expect(text).toContain('"caller":"writer"')
  await daemon.stop()
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  for (const secret of Object.values(tokens))
    for (const kept of [...files, daemon.stderr()]) expect(kept).not.toContain(secret)
})

test('a revoked token opens nothing, not even where none is needed', async () => {
  await daemon.stop()
  daemon = await startTamis({ home })
  const token = await create({ name: 'leaver' })
  const ask = async (): Promise<number> =>
    (await postJson(at('/api/health'), {}, { 'x-tamis-token': token })).status
  expect(await ask()).toBe(200)
  const revoked = await postJson(at('/api/token.revoke'), { name: 'leaver' })
  expect(revoked.status).toBe(200)
  expect(await ask()).toBe(401)
  expect((await postJson(at('/api/health'), {})).status).toBe(200)
})
