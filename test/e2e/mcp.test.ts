import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest } from '../../src/adapters/node/digest.ts'
import { o200kTokenizer } from '../../src/adapters/tokenizer/tokenizer.ts'
import { program } from '../support/program.ts'
import { cleanEnvironment, newFolder, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

const main = program()

let daemon: RunningDaemon

beforeAll(async () => {
  daemon = await startTamis()
})
afterAll(async () => {
  await daemon.stop()
})

const eras = [
  { era: '2025-11-25', versionNegotiation: { mode: 'legacy' as const } },
  { era: '2026-07-28', versionNegotiation: { mode: { pin: '2026-07-28' } } },
]

async function connect(options: (typeof eras)[number], query = ''): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: options.versionNegotiation },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp${query}`)))
  return client
}

test.each(eras)('serves clients of $era over HTTP', async (options) => {
  const client = await connect(options)
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).toContain('prune_text')
  const result = await client.callTool({ name: 'health', arguments: {} })
  expect(JSON.stringify(result.content)).toContain('healthy')
  await client.close()
})

test.each(eras)('serves clients of $era over stdio', async ({ versionNegotiation }) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--home', newFolder()],
      env: cleanEnvironment() as Record<string, string>,
    }),
  )
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).toContain('recover_text')
  await client.close()
})

test('answers all that a script pipes in, and ends with its input', async () => {
  const clientInfo = { name: 'script', version: '1' }
  const text = Array.from({ length: 400 }, (_, index) => `line ${index} of a log`).join('\n')
  const calls = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'prune', arguments: { text, goal: 'line 7' } } },
    {
      id: 3,
      method: 'tools/call',
      params: { name: 'pml_discover', arguments: { intent: 'prune a log' } },
    },
  ]
  const input = calls.map((call) => `${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`).join('')
  const { code, stdout, stderr } = await runTamis(['mcp', '--home', newFolder()], { input })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3])
  expect(answers.every(({ result }) => result && !result.isError)).toBe(true)
})

test('ends well where there is no input at all', async () => {
  const child = spawn(process.execPath, [main, 'mcp', '--home', newFolder()], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('lists a small constant set by default, and more by profile', async () => {
  const [legacy, modern] = await Promise.all(eras.map((options) => connect(options)))
  const list = await legacy?.listTools()
  // That a tool may be a task is said to clients of the older era alone.
  const plain = list?.tools.map(({ execution: _, ...tool }) => tool)
  expect((await modern?.listTools())?.tools).toEqual(plain)
  const [tokens = 0] = await o200kTokenizer(digest).count([JSON.stringify(list?.tools)])
  expect(tokens).toBeLessThan(1000)
  const all = await connect({ era: 'any', versionNegotiation: { mode: 'legacy' } }, '?profile=all')
  expect((await all.listTools()).tools.length).toBeGreaterThan(list?.tools.length ?? 0)
})

test('a refusal is a tool error with its code, not a broken call', async () => {
  const client = await connect({ era: 'any', versionNegotiation: { mode: 'legacy' } })
  const result = await client.callTool({
    name: 'recover_text',
    arguments: { prune_id: 'prn_nope', ranges: [], include_line_numbers: false },
  })
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toContain('prune_id_not_found')
})

test('answers 100 clients that use the same request ids, each with its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const id = `prn_client-${index}`
      const response = await fetch(`${daemon.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'recover_text',
            arguments: { prune_id: id, ranges: [], include_line_numbers: false },
          },
        }),
      })
      return (await response.text()).includes(id)
    }),
  )
  expect(answers.every(Boolean)).toBe(true)
})
