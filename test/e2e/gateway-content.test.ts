import { execFileSync } from 'node:child_process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../support/program.ts'
import { commands, homeWith } from './gateway-stage.ts'
import { cleanEnvironment, type RunningDaemon, startTamis } from './tamis.ts'

let daemon: RunningDaemon
const clients: Client[] = []

beforeAll(async () => {
  const home = homeWith(
    { kit: { args: commands.misbehaving('content') } },
    '[gateway]\nmax_media_bytes = 20000',
  )
  daemon = await startTamis({ home })
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await daemon.stop()
})

async function connect(path: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}${path}`)))
  clients.push(client)
  return client
}

const picture = {
  type: 'image',
  data: Buffer.from('a small picture').toString('base64'),
  mimeType: 'image/png',
}

/** How a client calls a tool of the upstream through each door. */
const doors = {
  '/mcp': (tool: string) => ({ name: 'pml_execute', arguments: { id: `tool:kit:${tool}` } }),
  '/mcp?profile=transparent': (tool: string) => ({ name: `kit__${tool}`, arguments: {} }),
  '/mcp/kit': (tool: string) => ({ name: tool, arguments: {} }),
} as const

const cells = (Object.keys(doors) as (keyof typeof doors)[]).flatMap((door) =>
  [
    { tool: 'image', part: picture },
    { tool: 'audio', part: { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } },
    { tool: 'link', part: { type: 'resource_link', uri: 'file:///report.md', name: 'report' } },
    {
      tool: 'embedded',
      part: { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
    },
    { tool: 'structured', part: picture },
    { tool: 'large', part: { type: 'resource_link', mimeType: 'image/png', size: 60_000 } },
  ].map(({ tool, part }) => ({ door, tool, part })),
)

test.each(cells)('$door: the $tool of a result is what it is', async ({ door, tool, part }) => {
  const client = await connect(door)
  const result = await client.callTool(doors[door](tool))
  expect(result.isError ?? false).toBe(false)
  expect(result.content).toContainEqual(expect.objectContaining(deep(part)))
  if (tool !== 'structured') return
  expect(result.structuredContent).toEqual({ degrees: 21 })
  expect(result._meta).toMatchObject({ 'example.org/took': 7 })
})

function deep(part: object): object {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'object' ? expect.objectContaining(value) : value,
    ]),
  )
}

test.each(Object.keys(doors) as (keyof typeof doors)[])(
  '%s: a call that failed says so',
  async (door) => {
    const client = await connect(door)
    const result = await client.callTool(doors[door]('failing'))
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('no such city')
  },
)

test('a picture costs no text: the report says that one is attached', async () => {
  const client = await connect('/mcp')
  const { content } = await client.callTool(doors['/mcp']('image'))
  const [text, ...media] = content as { type: string; text?: string }[]
  expect(text?.text).not.toContain(picture.data)
  expect(JSON.parse(text?.text ?? '').result).toEqual([
    { type: 'text', text: 'Look:' },
    { type: 'image', mimeType: 'image/png', bytes: 15, attached: 1 },
  ])
  expect(media).toEqual([picture])
})

test('a picture that was left out comes back as a picture, and as a file', async () => {
  const client = await connect('/mcp')
  const { content } = await client.callTool(doors['/mcp']('large'))
  const link = (content as { uri?: string }[]).find(({ uri }) => uri?.startsWith('tamis://'))
  const id = link?.uri?.split('/').at(-1) ?? ''
  const back = await client.callTool({
    name: 'recover_text',
    arguments: { prune_id: id, ranges: [], include_line_numbers: false },
  })
  const data = Buffer.alloc(60_000, 200).toString('base64')
  expect(back.content).toEqual([{ type: 'image', data, mimeType: 'image/png' }])
  const relay = await connect('/mcp/kit')
  const beside = await relay.callTool({
    name: 'recover_text',
    arguments: { prune_id: id, ranges: [], include_line_numbers: false },
  })
  expect(beside.content).toEqual(back.content)
  const main = program()
  const command = [main, 'recover', id, '--home', daemon.home]
  const bytes = execFileSync(process.execPath, command, { env: cleanEnvironment() })
  expect(bytes.equals(Buffer.alloc(60_000, 200))).toBe(true)
})

test('the transparent list has titles and schemas of results', async () => {
  const client = await connect('/mcp?profile=transparent')
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'kit__structured')).toMatchObject({
    title: 'The structured tool',
    outputSchema: { type: 'object', required: ['degrees'] },
    annotations: { destructiveHint: true },
  })
})
