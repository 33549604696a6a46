import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import {
  commands,
  type Found,
  folderWith,
  startEverythingOverHttp,
  startGateway,
} from './gateway-stage.ts'
import { postJson, runTamis } from './tamis.ts'

test('forwards JSON-RPC to one upstream, with oversized strings shortened and recoverable', async () => {
  const large = 'an important line\n'.repeat(5000)
  const folder = folderWith({ 'large.txt': large })
  const daemon = await startGateway({ fs: { args: commands.filesystem(folder) } })
  const rpc = async (method: string, params: object = {}) =>
    (
      await postJson(`${daemon.url}/api/mcp-gateway/fs/rpc`, {
        jsonrpc: '2.0',
        id: 1,
        method,
        params,
      })
    ).body as {
      id: number
      result?: { tools?: unknown[]; content?: { text: string }[] }
      error?: object
    }

  expect((await rpc('tools/list')).result?.tools).toHaveLength(14)
  const answer = await rpc('tools/call', {
    name: 'read_text_file',
    arguments: { path: join(folder, 'large.txt') },
  })
  const text = answer.result?.content?.[0]?.text ?? ''
  expect(text.length).toBeLessThan(20_000)
  const id = text.match(/KIMI_PROXY_OBSERVATION_MASKED id=(res_\w+)/)?.[1]
  const whole = await daemon.call<{ raw_text: string }>('recover', { id })
  expect(whole.raw_text).toBe(large)
  expect((await rpc('no/such')).error).toMatchObject({ code: -32601 })
  const unknown = await postJson(`${daemon.url}/api/mcp-gateway/nobody/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'ping',
  })
  expect(unknown.body).toMatchObject({ error: { data: { code: 'server_not_found' } } })
  const { entries } = await daemon.call<{ entries: { kind: string; ref: string }[] }>(
    'ledger.list',
    { kind: 'gateway' },
  )
  expect(entries[0]).toMatchObject({ kind: 'gateway', ref: id })
})

test('shows every upstream tool under its own name to clients that want no discovery', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const daemon = await startGateway({
    fs: { args: commands.filesystem(folder) },
    everything: { args: commands.everything },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp?profile=transparent`)),
  )
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['fs__read_text_file', 'everything__echo', 'recover_text']),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(64)
  const result = await client.callTool({
    name: 'fs__read_text_file',
    arguments: { path: join(folder, 'a.txt') },
  })
  expect(JSON.stringify(result)).toContain('alpha')
  await client.close()
})

test('the meta-tools work over MCP, our own tools are found, and old names answer with a warning', async () => {
  const daemon = await startGateway({})
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`)))
  const ask = async (
    name: string,
    args: Record<string, unknown>,
  ): Promise<Record<string, never>> => {
    const { content } = await client.callTool({ name, arguments: args })
    const [part] = content as { text: string }[]
    return JSON.parse(part?.text ?? '{}')
  }
  const before = await client.listTools()
  expect(before.tools.map(({ name }) => name)).toEqual([
    'prune_text',
    'recover_text',
    'pml_discover',
    'pml_get_details',
    'pml_execute',
  ])
  const found = (await ask('pml_discover', {
    intent: 'search learnings and watch notes',
  })) as unknown as Found
  expect(found.results[0]?.id).toBe('tool:tamis:memory_search')
  const ran = await ask('pml_execute', { id: 'tool:tamis:ledger_sum', args: {} })
  expect(ran).toMatchObject({ status: 'success', result: { totals: expect.any(Array) } })
  expect(await ask('ledger_sum', {})).toHaveProperty('totals')
  for (const name of ['pml_search_tools', 'pml_search_capabilities', 'pml_find_capabilities'])
    expect(await ask(name, { query: 'ledger' })).toMatchObject({
      warnings: [expect.stringContaining(name)],
    })
  expect(await ask('gateway_approve', { server: 'x' }).catch(() => 'refused')).toBe('refused')
  expect((await client.listTools()).tools).toEqual(before.tools)
  await client.close()
})

test('the command line lists, discovers and runs', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const { home } = await startGateway({ fs: { args: commands.filesystem(folder) } })
  const found = await runTamis(['discover', 'read a text file', '--home', home])
  expect(found.stdout).toContain('tool:fs:read_text_file')
  const ran = await runTamis([
    'execute',
    'tool:fs:read_text_file',
    '--args',
    JSON.stringify({ path: join(folder, 'a.txt') }),
    '--home',
    home,
  ])
  expect(ran.stdout).toContain('alpha')
})

test('rules of the configuration hold for tokens at the real doors, and a draft is tried without them', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const rules = [
    '[[gateway.rules]]\ntokens = ["ci"]\ntools = ["read_*"]\neffect = "allow"',
    '[[gateway.rules]]\ntokens = ["ci"]\neffect = "deny"',
  ].join('\n')
  const daemon = await startGateway(
    {
      fs: { args: commands.filesystem(folder) },
      shady: { args: commands.misbehaving('well'), quarantined: true },
    },
    { more: rules, env: { TAMIS_TOKEN: 'a-token-of-sixteen' } },
  )
  const admin = { 'x-tamis-token': 'a-token-of-sixteen' }
  const made = await postJson(`${daemon.url}/api/token.create`, { name: 'ci' }, admin)
  const ci = { 'x-tamis-token': (made.body as { token: string }).token }
  const rpc = async (server: string, method: string, params: object, who: typeof admin) => {
    const message = { jsonrpc: '2.0', id: 1, method, params }
    const { body } = await postJson(`${daemon.url}/api/mcp-gateway/${server}/rpc`, message, who)
    return body as { error?: { data?: { code: string } }; result?: { content?: unknown } }
  }
  const path = join(folder, 'a.txt')
  const call = (name: string, who: typeof admin) =>
    rpc('fs', 'tools/call', { name, arguments: { path } }, who)
  expect((await call('read_text_file', ci)).result?.content).toBeDefined()
  expect((await call('get_file_info', ci)).error?.data?.code).toBe('policy_denied')
  expect((await call('get_file_info', admin)).result?.content).toBeDefined()
  for (const method of ['resources/read', 'prompts/get', 'completion/complete', 'vendor/custom'])
    expect((await rpc('shady', method, {}, admin)).error?.data?.code).toBe('tool_not_callable')

  const check = (...args: string[]) =>
    runTamis(['gateway', 'policy', 'check', '--home', daemon.home, ...args])
  const inForce = await check('--token', 'ci', '--server', 'fs')
  expect(inForce.stdout).toMatch(
    /allow +fs:read_text_file +rule 1 of gateway.rules says allow to ci/,
  )
  expect(inForce.stdout).toMatch(/deny +fs:get_file_info +rule 2 of gateway.rules says deny to ci/)
  expect((await check('--server', 'shady')).stdout).toMatch(
    /deny +shady:work +it waits for approval/,
  )
  const draft = join(folderWith({}), 'draft.toml')
  const now = readFileSync(join(daemon.home, 'tamis.toml'), 'utf8')
  writeFileSync(draft, now.replace('effect = "deny"', 'calls_per_minute = 5'))
  expect(
    (await check('--token', 'ci', '--config', draft, '--tool', 'get_file_info')).stdout,
  ).toMatch(/allow +fs:get_file_info +no rule says otherwise; at most 5 calls a minute/)
})

test('imports servers of other clients only when they are named', async () => {
  const user = folderWith({
    '.claude.json': JSON.stringify({
      mcpServers: { one: { command: 'a' }, two: { command: 'b' } },
    }),
  })
  const home = join(user, 'tamis')
  const run = (...args: string[]) =>
    runTamis(['gateway', 'import', ...args, '--home', home], { env: { HOME: user } })
  expect((await run()).stdout).toContain('one')
  expect(() => readFileSync(join(home, 'tamis.toml'))).toThrow()
  expect((await run('two')).stdout).toContain('added  two')
  const written = readFileSync(join(home, 'tamis.toml'), 'utf8')
  expect(written).toContain('[gateway.servers."two"]')
  expect(written).not.toContain('one')
})

test('tells an MCP client how far a workflow is', async () => {
  const daemon = await startGateway({ everything: { args: commands.everything } })
  await daemon.call('discover', { intent: 'echo' })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`)))
  onTestFinished(() => client.close())
  const task = (id: string, message: unknown) => ({
    id,
    tool: 'everything:echo',
    arguments: { message },
  })
  const told: unknown[] = []
  await client.callTool(
    {
      name: 'pml_execute',
      arguments: {
        intent: 'say it twice',
        dag: { tasks: [task('once', 'hi'), task('again', { $ref: 'once' })] },
      },
    },
    { onprogress: ({ progress, total, message }) => void told.push([progress, total, message]) },
  )
  expect(told).toEqual([
    [1, 2, 'once: success'],
    [2, 2, 'again: success'],
  ])
})

test('a server of 2024, which answers on a stream of its own, is served at every door', async () => {
  const url = await startEverythingOverHttp('sse')
  const daemon = await startGateway({ old: { url, transport: 'sse' } })
  const ran = await daemon.call('execute', { id: 'tool:old:echo', args: { message: 'hello' } })
  expect(ran).toMatchObject({ status: 'success', result: 'Echo: hello' })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp/old`)))
  onTestFinished(() => client.close())
  const answer = await client.callTool({ name: 'echo', arguments: { message: 'again' } })
  expect(answer.content).toEqual([{ type: 'text', text: 'Echo: again' }])
  const { servers } = await daemon.call<{ servers: object[] }>('gateway.list')
  expect(servers).toMatchObject([{ server: 'old', transport: 'sse', state: 'running' }])
})
