import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  LOG_LEVEL_META_KEY,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { homeWith } from './gateway-stage.ts'
import { type RunningDaemon, startTamis } from './tamis.ts'

const script = join(import.meta.dirname, '../fixtures/mcp-servers/all-round.mjs')
const folder = mkdtempSync(join(tmpdir(), 'tamis-carries-'))
const notesOf = (server: string): string => join(folder, `${server}.txt`)
let daemon: RunningDaemon

beforeAll(async () => {
  for (const era of ['older', 'newer']) writeFileSync(notesOf(era), '')
  const home = homeWith(
    {
      older: { args: [script, 'older', notesOf('older')] },
      newer: { args: [script, 'newer', notesOf('newer')] },
    },
    '[gateway]\noffer = ["prompts", "resources"]',
  )
  daemon = await startTamis({ home })
})
afterAll(async () => {
  await daemon.stop()
})

type Door = '/mcp' | 'transparent' | '/mcp/NAME'

interface Stage {
  readonly client: Client
  readonly asked: string[]
  readonly logs: unknown[]
  /** How often the client was told that the list of tools changed. */
  readonly changes: unknown[]
  call(tool: string, options?: CallOptions): Promise<string>
}

interface Person {
  readonly action?: string
  readonly colour?: string
  /** Whether the client declares that it can be asked anything. */
  readonly isAskable?: boolean
}

interface CallOptions {
  readonly onprogress?: (progress: unknown) => void
  readonly signal?: AbortSignal
  /** Of the log messages that a client of the newer era wants with this call. */
  readonly level?: string
}

/** Long enough for a busy machine: what is awaited is certain to come. */
const patient = { timeout: 30_000 }

async function stage(
  door: Door,
  clientEra: 'older' | 'newer',
  server: string,
  { action = 'accept', colour = 'green', isAskable = true }: Person = {},
): Promise<Stage> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: isAskable ? { sampling: {}, elicitation: { form: {} }, roots: {} } : {},
      versionNegotiation: { mode: clientEra === 'newer' ? 'auto' : 'legacy' },
      listChanged: {
        tools: { autoRefresh: false, onChanged: (error) => void changes.push(error) },
      },
    },
  )
  const asked: string[] = []
  const logs: unknown[] = []
  const changes: unknown[] = []
  if (isAskable) answerQuestions(client, asked, action, colour)
  client.setNotificationHandler(
    'notifications/message',
    ({ params }) => void logs.push(params.data),
  )
  const path = {
    '/mcp': '/mcp',
    transparent: '/mcp?profile=transparent',
    '/mcp/NAME': `/mcp/${server}`,
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${daemon.url}${path[door]}`)))
  onTestFinished(() => client.close())
  return {
    client,
    asked,
    logs,
    changes,
    async call(tool, { level, ...options } = {}) {
      const name = { '/mcp': 'pml_execute', transparent: `${server}__${tool}`, '/mcp/NAME': tool }
      const args = door === '/mcp' ? { id: `tool:${server}:${tool}` } : {}
      const _meta = level && clientEra === 'newer' ? { _meta: { [LOG_LEVEL_META_KEY]: level } } : {}
      const wanted = { name: name[door], arguments: args, ..._meta }
      const result = await client.callTool(wanted, { timeout: 30_000, ...options })
      return JSON.stringify(result)
    },
  }
}

function answerQuestions(client: Client, asked: string[], action: string, colour: string): void {
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return { action: action as 'accept', content: { colour } }
  })
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'Paris' },
  }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///project' }] }))
}

const doors: readonly Door[] = ['/mcp', 'transparent', '/mcp/NAME']
const eras = ['older', 'newer'] as const
const cells = doors.flatMap((door) =>
  eras.flatMap((clientEra) => eras.map((server) => ({ door, clientEra, server }))),
)

test.each(cells)(
  'elicitation, sampling and roots reach a $clientEra client at $door from a $server server',
  async ({ door, clientEra, server }) => {
    const { call, asked } = await stage(door, clientEra, server)
    expect(await call('ask_person')).toContain('green')
    expect(asked.at(-1)).toContain('Which colour?')
    expect(await call('ask_model')).toContain('Paris')
    expect(await call('ask_folders')).toContain('file:///project')
  },
)

test.each(cells)(
  'progress and log messages reach a $clientEra client at $door from a $server server',
  async ({ door, clientEra, server }) => {
    const { client, call, logs } = await stage(door, clientEra, server)
    const progress: unknown[] = []
    await call('report', { onprogress: (one: unknown) => progress.push(one) })
    expect(progress).toMatchObject([{ progress: 1, total: 2, message: 'part 1' }, { progress: 2 }])
    if (clientEra === 'older') await client.setLoggingLevel('info')
    await call('talk', { level: 'info' })
    expect(logs).toContain('a warning')
  },
)

test.each(cells)(
  'a call that a $clientEra client cancels at $door is stopped at a $server server',
  async ({ door, clientEra, server }) => {
    const { call } = await stage(door, clientEra, server)
    const leaving = new AbortController()
    writeFileSync(notesOf(server), '')
    const ended = call('wait', { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => readFileSync(notesOf(server), 'utf8'), patient).toBe('waiting\n')
    leaving.abort()
    expect(await ended).toBe('left')
    await expect
      .poll(() => readFileSync(notesOf(server), 'utf8'), patient)
      .toBe('waiting\nstopped\n')
  },
)

test.each(eras)(
  'a destructive tool runs only when the person behind a %s client agrees, whatever the model says',
  async (clientEra) => {
    writeFileSync(notesOf('older'), '')
    const confirmed = {
      name: 'pml_execute',
      arguments: { id: 'tool:older:delete_all', confirm: true },
    }
    const refusing = await stage('/mcp', clientEra, 'older', { action: 'decline' })
    const refused = await refusing.client.callTool(confirmed)
    expect(JSON.stringify(refused)).toContain('confirm_declined')
    expect(refusing.asked).toEqual([expect.stringContaining('Run tool:older:delete_all?')])
    expect(readFileSync(notesOf('older'), 'utf8')).toBe('')
    const agreeing = await stage('/mcp', clientEra, 'older')
    expect(await agreeing.call('delete_all')).toContain('deleted')
    expect(readFileSync(notesOf('older'), 'utf8')).toBe('deleted\n')
  },
)

test('each of two clients is asked about its own call, also where both call at once', async () => {
  const answers = ['red', 'blue'].map(async (colour) => {
    const { call } = await stage('/mcp', 'older', 'older', { colour })
    return call('ask_person')
  })
  expect(await Promise.all(answers)).toEqual([
    expect.stringContaining('red'),
    expect.stringContaining('blue'),
  ])
})

test.each(cells)(
  'pictures, prompts and resources reach a $clientEra client at $door from a $server server',
  async ({ door, clientEra, server }) => {
    const { client, call } = await stage(door, clientEra, server)
    expect(await call('picture')).toContain('"type":"image"')
    const isOne = door === '/mcp/NAME'
    const [prompt, base] = isOne ? ['greet', ''] : [`${server}__greet`, `tamis://${server}/`]
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain(prompt)
    expect(JSON.stringify(await client.getPrompt({ name: prompt }))).toContain('greet somebody')
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`${base}note:///a`)
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toContain(`${base}note:///{name}`)
    const { contents } = await client.readResource({ uri: `${base}note:///b` })
    expect(contents).toMatchObject([{ uri: `${base}note:///b`, text: 'read note:///b' }])
  },
)

test('prompts are listed in pages, and a cursor that is not ours is refused', async () => {
  const { client } = await stage('/mcp', 'older', 'older')
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await client.listPrompts(
      cursor === undefined ? { cursor: '["older"]' } : { cursor },
    )
    pages.push(page.prompts.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(pages).toEqual([['older__greet'], ['older__part'], ['newer__greet'], ['newer__part']])
  await expect(client.listPrompts({ cursor: '["nobody"]' })).rejects.toThrow('not one of ours')
})

test.each(cells.filter(({ door }) => door !== '/mcp'))(
  'a $clientEra client at $door is told of the new tools of a $server server',
  async ({ door, clientEra, server }) => {
    const { client, call, changes } = await stage(door, clientEra, server, { isAskable: false })
    await client.listTools()
    await call('grow')
    await expect.poll(() => changes.length, patient).toBeGreaterThan(0)
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
    expect(tools.map(({ name }) => name)).toContainEqual(expect.stringContaining('newcomer'))
  },
)
