import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningFixture, startFixture } from '../conformance/fixture/start-fixture.ts'
import { program } from '../support/program.ts'
import { commands, homeWith, startGateway } from './gateway-stage.ts'
import { cleanEnvironment, newFolder, postJson, type RunningDaemon, startTamis } from './tamis.ts'

const piped = join(import.meta.dirname, '../conformance/fixture/stdio.ts')
const shared = newFolder()
let fixture: RunningFixture
let daemon: RunningDaemon

beforeAll(async () => {
  fixture = await startFixture()
  writeFileSync(join(shared, 'long.txt'), `${'a line of text\n'.repeat(5000)}the end`)
  const home = homeWith({
    fixture: { url: fixture.url },
    piped: { args: [piped] },
    files: { args: commands.filesystem(shared) },
    strange: { args: commands.thinking, quarantined: true },
  })
  daemon = await startTamis({ home })
})
afterAll(async () => {
  await daemon.stop()
  await fixture.close()
})

type Mode = 'legacy' | 'auto'

async function connect(server: string, mode: Mode = 'legacy'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} },
      versionNegotiation: { mode },
    },
  )
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'Paris' },
  }))
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept',
    content: { username: 'ann', email: 'ann@example.org' },
  }))
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp/${server}`)))
  return client
}

function textOf(result: unknown): string {
  const { content } = result as { content: { text?: string }[] }
  return content.map(({ text = '' }) => text).join('\n')
}

test.each(['fixture', 'piped'])('%s: everything an upstream offers is there', async (server) => {
  const client = await connect(server)
  expect(client.getServerVersion()?.name).toBe('conformance-fixture')
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain(
    'test_simple_prompt',
  )
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1)
  const { contents } = await client.readResource({ uri: 'test://template/7/data' })
  expect(JSON.stringify(contents)).toContain('Data for ID: 7')
  const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const
  const { completion } = await client.complete({ ref, argument: { name: 'arg1', value: 'par' } })
  expect(completion.values).toEqual(['paris', 'park', 'party'])
  await client.setLoggingLevel('info')
  await client.subscribeResource({ uri: 'test://watched-resource' })
  await client.close()
})

test.each(['fixture', 'piped'])('%s: a tool asks the client while it runs', async (server) => {
  const client = await connect(server)
  const sampled = await client.callTool({ name: 'test_sampling', arguments: { prompt: 'Where?' } })
  expect(textOf(sampled)).toBe('LLM response: Paris')
  const asked = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
  expect(textOf(asked)).toContain('ann@example.org')
  const seen: number[] = []
  await client.callTool(
    { name: 'test_tool_with_progress' },
    { onprogress: ({ progress }) => void seen.push(progress) },
  )
  expect(seen).toEqual([0, 50, 100])
  await client.close()
})

test.each([
  ['piped', 'modern'],
  ['files', 'legacy'],
])('a client of the newer era finds out that %s is %s', async (server, era) => {
  const client = await connect(server, 'auto')
  expect(client.getProtocolEra()).toBe(era)
  expect((await client.listTools()).tools.length).toBeGreaterThan(1)
  await client.close()
})

test('requests of the newer era that share a started server each get their own answer', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect('piped', 'auto')))
  const answers = await Promise.all(
    clients.map((client, index) => client.readResource({ uri: `test://template/${index}/data` })),
  )
  expect(answers.map((answer, index) => JSON.stringify(answer).includes(`ID: ${index}`))).toEqual(
    Array(8).fill(true),
  )
  const seen: number[] = []
  await clients[0]?.callTool(
    { name: 'test_tool_with_progress' },
    { onprogress: ({ progress }) => void seen.push(progress) },
  )
  expect(seen).toEqual([0, 50, 100])
  await Promise.all(clients.map((client) => client.close()))
})

test('a long text is shortened, and recover_text brings it back', async () => {
  const client = await connect('files')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['read_file', 'recover_text']),
  )
  const path = join(shared, 'long.txt')
  const short = textOf(await client.callTool({ name: 'read_text_file', arguments: { path } }))
  expect(short.length).toBeLessThan(20_000)
  const id = /prune_id":"(res_[^"]+)"/.exec(short)?.[1]
  const back = await client.callTool({
    name: 'recover_text',
    arguments: {
      prune_id: id,
      ranges: [{ start_line: 5000, end_line: 5001 }],
      include_line_numbers: false,
    },
  })
  expect(textOf(back)).toContain('the end')
  await client.close()
})

test('a server that waits for approval shows no tool and runs none', async () => {
  const client = await connect('strange')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['recover_text'])
  await expect(client.callTool({ name: 'sequentialthinking' })).rejects.toThrow(
    /waits for approval/,
  )
  const prompts = client.request({ method: 'prompts/list' })
  await expect(prompts).rejects.toThrow(/waits for approval/)
  await client.close()
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
}
const accept = { accept: 'application/json, text/event-stream' }

test.each([
  ['no server of that name', 'nobody', initialize, 404],
  ['a batch', 'fixture', [initialize], 400],
  ['no JSON', 'fixture', '{', 400],
])('%s is refused', async (_, server, body, status) => {
  const answer = await postJson(`${daemon.url}/mcp/${server}`, body, accept)
  expect(answer.status).toBe(status)
})

test('a session that nobody opened is not there', async () => {
  const headers = { ...accept, 'mcp-session-id': 'made-up' }
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  expect((await postJson(`${daemon.url}/mcp/piped`, list, headers)).status).toBe(404)
})

test('a session is its token’s alone, also for whoever knows its id', async () => {
  const gateway = await startGateway(
    { piped: { args: [piped] } },
    { env: { TAMIS_TOKEN: 'a-token-of-sixteen' } },
  )
  const admin = { 'x-tamis-token': 'a-token-of-sixteen' }
  const tokenOf = async (name: string): Promise<string> => {
    const made = await postJson(`${gateway.url}/api/token.create`, { name, scope: 'write' }, admin)
    return (made.body as { token: string }).token
  }
  const [ann, ben] = [await tokenOf('ann'), await tokenOf('ben')]
  const ask = (token: string, message: object, session?: string): Promise<Response> =>
    fetch(`${gateway.url}/mcp/piped`, {
      method: 'POST',
      headers: {
        ...accept,
        'content-type': 'application/json',
        'x-tamis-token': token,
        ...(session ? { 'mcp-session-id': session } : {}),
      },
      body: JSON.stringify(message),
    })
  const opened = await ask(ann, initialize)
  const session = opened.headers.get('mcp-session-id') ?? ''
  expect(session).not.toBe('')
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  expect((await ask(ben, list, session)).status).toBe(404)
  expect((await ask('a-token-of-sixteen', list, session)).status).toBe(404)
  expect((await ask(ann, list, session)).status).toBe(200)
  await postJson(`${gateway.url}/api/token.revoke`, { name: 'ann' }, admin)
  const annAgain = await tokenOf('ann')
  expect((await ask(annAgain, list, session)).status).toBe(404)
})

test('a token that may only read does not reach an upstream', async () => {
  const gateway = await startGateway(
    { fixture: { url: fixture.url } },
    { env: { TAMIS_TOKEN: 'a-token-of-sixteen' } },
  )
  const admin = { authorization: 'Bearer a-token-of-sixteen' }
  const made = await postJson(
    `${gateway.url}/api/token.create`,
    { name: 'reader', scope: 'read' },
    admin,
  )
  const { token } = made.body as { token: string }
  const post = (bearer: string): Promise<{ status: number }> =>
    postJson(`${gateway.url}/mcp/fixture`, initialize, {
      ...accept,
      authorization: `Bearer ${bearer}`,
    })
  expect((await post(token)).status).toBe(403)
  expect((await post('a-token-of-sixteen')).status).toBe(200)
})

test('tamis mcp relays one server over stdio', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        program(),
        ...['mcp', '--profile', 'transparent', '--server', 'fixture'],
        ...['--home', homeWith({ fixture: { url: fixture.url } })],
      ],
      env: cleanEnvironment() as Record<string, string>,
    }),
  )
  expect((await client.listResources()).resources.length).toBeGreaterThan(1)
  await client.close()
})

/** An upstream that hides characters in its words, or never stops talking. */
async function startOdd(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body) as { id?: number; method: string }
    response.writeHead(200, { 'content-type': 'application/json' })
    const prompts = [{ name: 'hello', description: 'Says\u200b hello' }]
    if (method === 'prompts/list')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { prompts } }))
    else if (method === 'resources/list') talk(response)
    else
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => server.close().closeAllConnections(),
  }
}

function talk(response: ServerResponse): void {
  const piece = 'x'.repeat(1024 * 1024)
  const more = (): void => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more)
  }
  more()
}

test('an upstream’s words are cleaned, and one that never stops is cut off', async () => {
  const odd = await startOdd()
  onTestFinished(odd.close)
  const gateway = await startGateway({ odd: { url: odd.url } })
  const ask = (method: string): ReturnType<typeof postJson> =>
    postJson(`${gateway.url}/mcp/odd`, { jsonrpc: '2.0', id: 1, method }, accept)
  expect((await ask('prompts/list')).body).toMatchObject({
    result: { prompts: [{ description: 'Says hello' }] },
  })
  expect(await ask('resources/list')).toMatchObject({
    status: 502,
    body: { error: { code: 'server_unavailable' } },
  })
})
