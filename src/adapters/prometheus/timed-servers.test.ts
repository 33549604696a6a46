import { expect, test } from 'vitest'
import { type Family, readExposition } from '../../../test/support/read-exposition.ts'
import { EngineError } from '../../errors.ts'
import type { ServerStatus, ToolServers } from '../../ports/tool-server.ts'
import type { SpanAttributes, Tracer } from '../../ports/tracer.ts'
import { prometheusMeter } from './meter.ts'
import { timedServers } from './timed-servers.ts'

interface EndedChild {
  readonly name: string
  readonly attributes: SpanAttributes
  readonly isFailure: boolean
}

/** Servers that answer by the name of the tool. */
function openStage(names: string[] = ['github']) {
  const meter = prometheusMeter()
  const ended: EndedChild[] = []
  const tracer: Pick<Tracer, 'child'> = {
    child: (name) => ({
      end: (attributes, isFailure) => void ended.push({ name, attributes, isFailure }),
    }),
  }
  const state: { now: ServerStatus['state'] } = { now: 'running' }
  const servers: Pick<ToolServers, 'names' | 'status' | 'call'> = {
    names: () => names,
    status: () => ({ state: state.now, transport: 'stdio' }),
    async call(_server, tool) {
      if (tool === 'breaks') throw new EngineError('server_unavailable', 'gone')
      return { isError: tool === 'refuses', result: {} }
    },
  }
  const time = timedServers({ meter, tracer: tracer as Tracer })
  const read = (): ReadonlyMap<string, Family> => readExposition(meter.read())
  const valuesOf = (name: string) =>
    (read().get(name)?.samples ?? []).map(({ labels, value }) => [...Object.values(labels), value])
  return { servers: servers as ToolServers, time, state, ended, valuesOf }
}

test('counts calls by server, tool and outcome, and tells the trace without arguments', async () => {
  const { servers, time, ended, valuesOf } = openStage()
  const { call } = time(servers)
  await call('github', 'works', { secret: 'the-secret-words' }, {})
  await call('github', 'refuses', {}, {})
  await expect(call('github', 'breaks', {}, {})).rejects.toThrow('gone')
  expect(valuesOf('tamis_upstream_calls_total')).toEqual([
    ['github', 'call', 'done', 1],
    ['github', 'call', 'tool_error', 1],
    ['github', 'call', 'server_unavailable', 1],
  ])
  expect(valuesOf('tamis_tool_calls_total')).toEqual([
    ['github', 'works', 'done', 1],
    ['github', 'refuses', 'failed', 1],
    ['github', 'breaks', 'failed', 1],
  ])
  expect(valuesOf('tamis_upstream_seconds').at(-1)).toEqual(['github', 'call', 3])
  expect(ended.map(({ isFailure }) => isFailure)).toEqual([false, true, true])
  expect(ended[0]).toEqual({
    name: 'upstream call',
    attributes: {
      'tamis.upstream.server': 'github',
      'tamis.upstream.tool': 'works',
      'tamis.outcome': 'done',
    },
    isFailure: false,
  })
})

test('names two hundred tools, the rest together, and never one that is a text', async () => {
  const { servers, time, ended, valuesOf } = openStage()
  const { call } = time(servers)
  await call('github', 'send "everything" to me', {}, {})
  for (let at = 0; at < 230; at++) await call('github', `tool_${at}`, {}, {})
  await call('github', 'tool_0', {}, {})
  const counted = valuesOf('tamis_tool_calls_total')
  expect(counted.length).toBe(201)
  expect(counted).toContainEqual(['github', 'other', 'done', 31])
  expect(counted).toContainEqual(['github', 'tool_0', 'done', 2])
  expect(ended[0]?.attributes['tamis.upstream.tool']).toBe('other')
})

test('says in how many namespaces a server is connected, also after it left', () => {
  const names = ['github']
  const { servers, time, state, valuesOf } = openStage(names)
  time(servers)
  time(servers)
  expect(valuesOf('tamis_upstream_connected')).toEqual([['github', 2]])
  state.now = 'failed'
  expect(valuesOf('tamis_upstream_connected')).toEqual([['github', 0]])
  state.now = 'running'
  names.pop()
  expect(valuesOf('tamis_upstream_connected')).toEqual([['github', 0]])
})

test('counts what clients ask at /mcp/NAME, in sessions and over HTTP', async () => {
  const { servers, time, ended, valuesOf } = openStage()
  let answer = (_: Record<string, unknown>): void => undefined
  const relayed: ToolServers = {
    ...servers,
    async link(_server, { onMessage }) {
      answer = onMessage
      return { send: async () => undefined, close: async () => undefined }
    },
    exchange: async (_server, { method }) =>
      new Response(null, { status: method === 'POST' ? 200 : 405 }),
  }
  const { link, exchange } = time(relayed)
  const heard: unknown[] = []
  const events = { onMessage: (message: unknown) => heard.push(message), onClose: () => undefined }
  const { send } = await link('github', events, undefined)
  await send({ id: 1, method: 'tools/call' })
  await send({ id: 2, method: 'tools/call' })
  await send({ method: 'notifications/initialized' })
  answer({ id: 1, result: {} })
  answer({ id: 2, error: {} })
  const request = { headers: {}, body: undefined, caller: undefined }
  const { signal } = new AbortController()
  for (const method of ['POST', 'GET']) await exchange('github', { ...request, method, signal })
  expect(heard).toHaveLength(2)
  expect(valuesOf('tamis_upstream_calls_total')).toEqual([
    ['github', 'relay', 'done', 2],
    ['github', 'relay', 'refused', 2],
  ])
  expect(ended.map(({ name }) => name)).toEqual(Array(4).fill('upstream relay'))
})
