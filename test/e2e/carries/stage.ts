import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  LOG_LEVEL_META_KEY,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll } from 'vitest'
import { homeWith } from '../gateway-stage.ts'
import { postJson, type RunningDaemon, startTamis } from '../tamis.ts'
import type { Door } from './table.ts'

export const eras = ['older', 'newer'] as const
export type Era = (typeof eras)[number]

const script = join(import.meta.dirname, '../../fixtures/mcp-servers/all-round.mjs')
const folder = mkdtempSync(join(tmpdir(), 'tamis-carries-'))
const servers = ['older', 'newer', 'strict'] as const
const notesOf = (server: string): string => join(folder, `${server}.txt`)

export interface Person {
  readonly action: string
  readonly colour: string
}

export interface CallOptions {
  readonly onprogress?: (progress: unknown) => void
  readonly signal?: AbortSignal
  /** Of the log messages that a client of the newer era wants with this call. */
  readonly level?: string
}

/** A client of one era at one door, before one server; the person behind it answers as `person` says. */
export interface Stage {
  readonly door: Door
  readonly clientEra: Era
  readonly server: string
  readonly url: string
  readonly client: Client
  readonly asked: string[]
  readonly logs: unknown[]
  /** How often the client was told that the list of tools changed. */
  readonly changes: unknown[]
  /** What the client was told of its tasks. */
  readonly statuses: unknown[]
  person: Person
  /** What a call of this tool is named here, and takes. */
  named(tool: string): { name: string; arguments: Record<string, unknown> }
  call(tool: string, options?: CallOptions): Promise<string>
  notes(): string
  clearNotes(): void
}

/** Long enough for a busy machine: what is awaited is certain to come. */
export const patient = { timeout: 30_000 }
export const agreeable: Person = { action: 'accept', colour: 'green' }

/** One daemon before the servers of a file; each client connects once, and is used by one test after the other. */
export function carriesStages(): {
  of(door: Door, clientEra: Era, server: string): Promise<Stage>
} {
  const stages = new Map<string, Promise<Stage>>()
  let daemon: RunningDaemon
  beforeAll(async () => {
    for (const server of servers) writeFileSync(notesOf(server), '')
    const home = homeWith(
      {
        older: { args: [script, 'older', notesOf('older')] },
        newer: { args: [script, 'newer', notesOf('newer')] },
        strict: { args: [script, 'older', notesOf('strict')] },
      },
      '[gateway]\noffer = ["prompts", "resources"]\n[[gateway.rules]]\nservers = ["strict"]\ntools = ["delete_all"]\neffect = "confirm"',
    )
    daemon = await startTamis({ home })
  })
  afterAll(async () => {
    for (const stage of stages.values()) await (await stage).client.close()
    await daemon.stop()
  })
  return {
    of(door, clientEra, server) {
      const key = [door, clientEra, server].join()
      const stage = stages.get(key) ?? connect(daemon.url, door, clientEra, server)
      stages.set(key, stage)
      return stage
    },
  }
}

async function connect(url: string, door: Door, clientEra: Era, server: string): Promise<Stage> {
  const path = {
    '/mcp': '/mcp',
    transparent: '/mcp?profile=transparent',
    '/mcp/NAME': `/mcp/${server}`,
  }
  const changes: unknown[] = []
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} },
      versionNegotiation: { mode: clientEra === 'newer' ? 'auto' : 'legacy' },
      listChanged: {
        tools: { autoRefresh: false, onChanged: (error) => void changes.push(error) },
      },
    },
  )
  const stage: Stage = {
    ...{ door, clientEra, server, client, changes, url: `${url}${path[door]}` },
    ...{ asked: [], logs: [], statuses: [], person: agreeable },
    named(tool) {
      const name = { '/mcp': 'pml_execute', transparent: `${server}__${tool}`, '/mcp/NAME': tool }
      return {
        name: name[door],
        arguments: door === '/mcp' ? { id: `tool:${server}:${tool}` } : {},
      }
    },
    async call(tool, { level, ...options } = {}) {
      const _meta = level && clientEra === 'newer' ? { _meta: { [LOG_LEVEL_META_KEY]: level } } : {}
      const wanted = { ...stage.named(tool), ..._meta }
      return JSON.stringify(await client.callTool(wanted, { timeout: 30_000, ...options }))
    },
    notes: () => readFileSync(notesOf(server), 'utf8'),
    clearNotes: () => writeFileSync(notesOf(server), ''),
  }
  answerQuestions(stage)
  await client.connect(new StreamableHTTPClientTransport(new URL(stage.url)))
  return stage
}

function answerQuestions(stage: Stage): void {
  const { client, asked, logs, statuses } = stage
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    const { action, colour } = stage.person
    return { action: action as 'accept', content: { colour } }
  })
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'Paris' },
  }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///project' }] }))
  client.setNotificationHandler(
    'notifications/message',
    ({ params }) => void logs.push(params.data),
  )
  client.fallbackNotificationHandler = async ({ params }) => void statuses.push(params)
}

/** Asks as a client of the 2026 protocol that knows tasks: the SDK's own refuses them. */
export async function askNewer(
  { url }: Pick<Stage, 'url'>,
  method: string,
  params: Record<string, unknown>,
  capabilities: object = { elicitation: { form: {} }, extensions: { [tasksExtension]: {} } },
): Promise<Answer> {
  const key = (name: string): string => `io.modelcontextprotocol/${name}`
  const _meta = {
    [key('protocolVersion')]: '2026-07-28',
    [key('clientInfo')]: { name: 'test', version: '1' },
    [key('clientCapabilities')]: capabilities,
  }
  const { text, body } = await postJson(
    url,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': String(params.name ?? params.taskId),
    },
  )
  if (body !== undefined) return body as Answer
  const events = text.split('\n').filter((line) => line.startsWith('data: '))
  return (
    events.map((line) => JSON.parse(line.slice(6)) as Answer).findLast(({ id }) => id === 1) ?? {}
  )
}

export const tasksExtension = 'io.modelcontextprotocol/tasks'

export interface Answer {
  readonly id?: number
  readonly result?: Record<string, never>
  readonly error?: { readonly code: number; readonly message: string }
}
