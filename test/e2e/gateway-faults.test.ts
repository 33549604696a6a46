import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { settled } from '../support/settled.ts'
import { commands, type Found, startGateway } from './gateway-stage.ts'
import { postJson, runTamis } from './tamis.ts'

interface Ran {
  readonly status?: string
  readonly tasks?: readonly { status: string; error?: { code: string; message: string } }[]
  readonly error?: { code: string; message: string }
}

interface Listed {
  readonly servers: readonly {
    server: string
    state: string
    tools: number
    pending: number
    problem?: string
  }[]
}

const taskError = ({ tasks }: Ran): string | undefined => tasks?.[0]?.error?.code
const well = { args: commands.misbehaving('well') }

test('one server that cannot start neither delays nor hides the others', async () => {
  const daemon = await startGateway(
    {
      well,
      broken: { args: ['-e', 'process.stderr.write("no such database\\n");process.exit(1)'] },
      silent: { args: ['-e', 'setInterval(() => {}, 1000)'], connect_timeout_ms: 60_000 },
      absent: { url: 'http://127.0.0.1:9/mcp' },
    },
    { more: '[gateway]\nfirst_listing_ms = 4000' },
  )
  const { results } = await daemon.call<Found>('discover', { intent: 'work on a text', limit: 1 })
  expect(results[0]?.id).toBe('tool:well:work')
  const startedAt = Date.now()
  expect(
    (await daemon.call<Ran>('execute', { id: 'tool:well:work', args: { text: 'x' } })).status,
  ).toBe('success')
  // The one that says nothing is waited for up to a minute.
  expect(Date.now() - startedAt).toBeLessThan(30_000)
  const { servers } = await daemon.call<Listed>('gateway.list')
  expect(servers.find(({ server }) => server === 'broken')).toMatchObject({
    state: 'failed',
    problem: 'no such database',
  })
})

test('a server that crashes fails its call, says why, and comes back later', async () => {
  const daemon = await startGateway({ crash: { args: commands.misbehaving('crash') }, well })
  await daemon.call('discover', { intent: 'anything' })
  const ran = await daemon.call<Ran>('execute', { id: 'tool:crash:work', args: {} })
  expect(taskError(ran)).toBe('server_unavailable')
  expect(ran.tasks?.[0]?.error?.message).toContain('out of memory')
  const atOnce = await daemon.call<Ran>('execute', { id: 'tool:crash:work', args: {} })
  expect(taskError(atOnce)).toBe('server_unavailable')
  const rpc = (): Promise<{ body: unknown }> =>
    postJson(`${daemon.url}/api/mcp-gateway/crash/rpc`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'prompts/list',
    })
  const back = await settled(rpc, ({ body }) => JSON.stringify(body).includes('-32601'))
  expect(back.body).toMatchObject({ error: { code: -32601 } })
})

test('a server that hangs is given up in time, and a caller that leaves cancels', async () => {
  const daemon = await startGateway({
    hang: { args: commands.misbehaving('hang'), timeout_ms: 400 },
  })
  await daemon.call('discover', { intent: 'anything' })
  const startedAt = Date.now()
  const ran = await daemon.call<Ran>('execute', { id: 'tool:hang:work', args: {} })
  expect(taskError(ran)).toBe('server_timeout')
  const perTask = await daemon.call<Ran>('execute', {
    id: 'tool:hang:work',
    args: {},
    timeoutMs: 100,
  })
  expect(taskError(perTask)).toBe('server_timeout')
  // Without a limit of its own a call has a minute.
  expect(Date.now() - startedAt).toBeLessThan(30_000)
  const leaving = fetch(`${daemon.url}/api/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'tool:hang:work', args: {}, timeoutMs: 60_000 }),
    signal: AbortSignal.timeout(200),
  })
  await expect(leaving).rejects.toThrow()
  expect(await daemon.stop()).toBe(0)
})

test('a server that floods is cut off, and the daemon goes on', { timeout: 120_000 }, async () => {
  const daemon = await startGateway({
    flood: { args: commands.misbehaving('flood'), timeout_ms: 100_000 },
    well,
  })
  await daemon.call('discover', { intent: 'anything' })
  const ran = await daemon.call<Ran>('execute', { id: 'tool:flood:work', args: {} })
  expect(taskError(ran)).toBe('server_unavailable')
  expect((await daemon.call<Ran>('execute', { id: 'tool:well:work', args: {} })).status).toBe(
    'success',
  )
})

test('a server that changes its tools: new ones appear, changed words wait for approval', async () => {
  const daemon = await startGateway({ change: { args: commands.misbehaving('change') } })
  const intents = async (): Promise<string> =>
    JSON.stringify(await daemon.call('discover', { intent: 'work on a text', verbosity: 'full' }))
  expect(await intents()).toContain('tool:change:other')
  await daemon.call('execute', { id: 'tool:change:work', args: {} })
  const seen = await settled(intents, (text) => text.includes('tool:change:added'))
  expect(seen).toContain('tool:change:added')
  expect(seen).not.toContain('tool:change:other')
  expect(seen).not.toContain('mails it')
  const { pending, digest } = await daemon.call<{ pending: object[]; digest: string }>(
    'gateway.pending',
    { server: 'change' },
  )
  expect(pending).toMatchObject([
    {
      id: 'tool:change:work',
      diff: '- Works on a text + Works on a text, and now also mails it',
      description: 'Works on a text, and now also mails it',
      before: { description: 'Works on a text' },
      difference: {
        description: [
          { kind: 'same', text: 'Works on a text' },
          { kind: 'new', text: ', and now also mails it' },
        ],
      },
    },
  ])
  await daemon.call('gateway.approve', { server: 'change', shown: digest })
  expect(await intents()).toContain('mails it')
})

test('a quarantined server is seen, and neither found nor callable until approved', async () => {
  const daemon = await startGateway({
    shady: { args: commands.misbehaving('well'), quarantined: true },
  })
  const { results } = await daemon.call<Found>('discover', {
    intent: 'work on a text',
    filter: { servers: ['shady'] },
  })
  expect(results).toEqual([])
  expect((await daemon.call<Ran>('execute', { id: 'tool:shady:work', args: {} })).error?.code).toBe(
    'tool_not_callable',
  )
  const direct = await postJson(`${daemon.url}/api/mcp-gateway/shady/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'work', arguments: {} },
  })
  expect(direct.body).toMatchObject({ error: { data: { code: 'tool_not_callable' } } })
  const approved = await runTamis(['gateway', 'approve', 'shady', '--home', daemon.home])
  expect(approved.stdout).toMatch(/tool:shady:work[\s\S]*\d+ approved\.\n$/)
  expect((await daemon.call<Ran>('execute', { id: 'tool:shady:work', args: {} })).status).toBe(
    'success',
  )
})

test('poisoned descriptions and schemas: nothing runs, nothing leaks, the doctor names each', async () => {
  const proof = join(mkdtempSync(join(tmpdir(), 'tamis-proof-')), 'ran')
  const daemon = await startGateway(
    {
      poison: { args: commands.misbehaving('poison', proof) },
      fs: { args: commands.filesystem(tmpdir()) },
    },
    { env: { SECRET_CANARY: 'canary-5e1f' } },
  )
  const found = JSON.stringify(
    await daemon.call('discover', {
      intent: 'adds hidden huge cyclic twin',
      verbosity: 'full',
      limit: 20,
    }),
  )
  for (const hidden of ['\u200b', '\u202e', '\u{e0041}', '\\u0007'])
    expect(found).not.toContain(hidden)
  expect(found.length).toBeLessThan(60_000)
  for (const name of ['add', 'hidden', 'huge', 'cyclic', 'twin'])
    await daemon.call('details', { id: `tool:poison:${name}` })
  const cyclic = await daemon.call<Ran>('execute', {
    id: 'tool:poison:cyclic',
    args: { text: 'x' },
  })
  expect(cyclic.error?.code).toBe('args_invalid')
  expect(existsSync(proof)).toBe(false)

  const { findings } = await daemon.call<{ findings: { tool: string; finding: string }[] }>(
    'gateway.doctor',
  )
  const named = findings.map(({ tool, finding }) => `${tool} ${finding.split(':')[0]}`)
  for (const expected of [
    'tool:poison:add instructions',
    'tool:poison:hidden hidden-unicode',
    'tool:poison:hidden control-characters',
    'tool:poison:huge large-schema',
    'tool:poison:cyclic cyclic-ref',
    'tool:poison:twin duplicate-name',
    'tool:poison:read_file shadows',
    'tool:fs:read_file shadows',
  ])
    expect(named).toContain(expected)
  const printed = await runTamis(['gateway', 'doctor', '--home', daemon.home])
  expect(printed.stdout).toContain('tool:poison:cyclic: cyclic-ref')
  expect(printed.code).toBe(1)
  expect(found + JSON.stringify(findings) + printed.stdout + daemon.stderr()).not.toContain(
    'canary-5e1f',
  )
})

test('a web page, a wrong address and a list that fails are told as what they are, by the daemon that runs', async () => {
  const page = await startHttpServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><body>Welcome</body></html>')
  })
  const nothing = await startHttpServer((_, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not here')
  })
  const daemon = await startGateway({
    page: { url: `${page}/mcp` },
    nothing: { url: `${nothing}/mcp` },
    listless: { args: commands.misbehaving('listless') },
    well,
  })
  const { servers } = await daemon.call<Listed>('gateway.doctor')
  const problemOf = (name: string): string =>
    servers.find(({ server }) => server === name)?.problem ?? ''
  expect(problemOf('page')).toContain('a web page answers at')
  expect(problemOf('nothing')).toContain('nothing is served at its url (404)')
  expect(problemOf('listless')).toContain('the database of tools is locked')
  expect(problemOf('well')).toBe('')
  const printed = await runTamis(['gateway', 'list', '--home', daemon.home])
  expect(printed.stdout).toMatch(/running +well/)
  const doctor = await runTamis(['gateway', 'doctor', '--home', daemon.home])
  expect(doctor.stdout).toContain('the database of tools is locked')
  expect(doctor.code).toBe(1)
})

test('a server that crashes during a relayed call fails it at once', async () => {
  const daemon = await startGateway({ crash: { args: commands.misbehaving('crash') } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp/crash`)))
  const startedAt = Date.now()
  await expect(client.callTool({ name: 'work', arguments: {} })).rejects.toThrow(
    /crash ended during the call/,
  )
  expect(Date.now() - startedAt).toBeLessThan(30_000)
  await client.close()
})

test('tools that a server shows only to clients that can be asked, or after a call, are listed and called', async () => {
  const daemon = await startGateway({ shy: { args: commands.misbehaving('shy') } })
  await daemon.call('discover', { intent: 'anything' })
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp/shy`)))
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  expect(await names()).toEqual(['work', 'other', 'asks_person', 'recover_text'])
  expect(await client.callTool({ name: 'asks_person', arguments: {} })).toHaveProperty('content')
  await client.callTool({ name: 'work', arguments: {} })
  expect(await names()).toContain('added_later')
  expect(await client.callTool({ name: 'added_later', arguments: {} })).toHaveProperty('content')
  await client.close()
})
