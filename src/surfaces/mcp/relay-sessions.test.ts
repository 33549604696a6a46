import { expect, test } from 'vitest'
import type { LinkEvents, ServerLink } from '../../ports/tool-server.ts'
import { createRelaySessions } from './relay-sessions.ts'
import type { RelayedServer } from './relayed-server.ts'

const limits = { maxBodyBytes: 1_000_000, maxSessions: 32, closing: new AbortController().signal }
const modern = '2026-07-28'

/** A started server that answers everything, and how many of it run. */
function stage(maxSessions = limits.maxSessions) {
  const started: string[] = []
  const open = new Set<string>()
  const upstreamOf = (owner: string): RelayedServer => ({
    server: 'one',
    owner,
    relay: {
      transport: 'stdio',
      check: async () => undefined,
      review: async (message) => message,
      exchange: async () => Response.error(),
      link: async (events: LinkEvents): Promise<ServerLink> => {
        const name = `${owner} ${started.length}`
        started.push(name)
        open.add(name)
        return {
          async send({ id }) {
            if (id !== undefined) events.onMessage({ jsonrpc: '2.0', id, result: { name } })
          },
          close: async () => void open.delete(name),
        }
      },
    },
    answer: async () => undefined,
    review: async (message) => message,
  })
  const faults: unknown[] = []
  const sessions = createRelaySessions({ ...limits, maxSessions }, (error) => faults.push(error))
  return { started, open, upstreamOf, faults, sessions }
}

function request(message: object, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request('http://127.0.0.1/mcp/one', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })
}

const initialize = () =>
  request({
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    },
  })

const ask = () =>
  request(
    {
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': modern,
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    { 'mcp-protocol-version': modern, 'mcp-method': 'tools/list' },
  )

test('two hundred sessions at once each have their own server, and one that made room is told', async () => {
  const { sessions, upstreamOf, open, faults } = stage(200)
  const ids: string[] = []
  for (let count = 0; count < 200; count++) {
    const answer = await sessions.fetch(upstreamOf('ann'), initialize())
    ids.push(answer.headers.get('mcp-session-id') ?? '')
    expect(await answer.text()).toContain(`ann ${count}`)
  }
  expect(open.size).toBe(200)
  const again = (id = '') =>
    sessions.fetch(upstreamOf('ann'), request({ id: 2, method: 'ping' }, { 'mcp-session-id': id }))
  const answers = await Promise.all(ids.map(async (id) => (await again(id)).text()))
  expect(answers.every((text, index) => text.includes(`"ann ${index}"`))).toBe(true)
  await (await sessions.fetch(upstreamOf('ben'), initialize())).text()
  expect(open.size).toBe(200)
  await expect(again(ids[0])).rejects.toThrow('This session made room for another')
  expect((await again(ids[1])).status).toBe(200)
  expect(faults).toEqual([])
  await sessions.close()
})

test('there are thirty-two sessions at most: the one unused for longest makes room', async () => {
  const { sessions, upstreamOf, open, faults } = stage()
  for (let count = 0; count < 40; count++)
    await (await sessions.fetch(upstreamOf('ann'), initialize())).text()
  expect(open.size).toBe(32)
  expect(open).not.toContain('ann 0')
  expect(faults).toEqual([])
  await sessions.close()
  expect(open.size).toBe(0)
})

test('stateless requests share a started server, those of another token do not', async () => {
  const { sessions, upstreamOf, started } = stage()
  const texts: string[] = []
  for (const owner of ['ann', 'ann', 'ben'])
    texts.push(await (await sessions.fetch(upstreamOf(owner), ask())).text())
  expect(started).toEqual(['ann 0', 'ben 1'])
  expect(texts[2]).toContain('ben 1')
  await sessions.close()
})

test('what runs for a token that ended is stopped, and nobody else’s', async () => {
  const { sessions, upstreamOf, open } = stage()
  for (const owner of ['ann', 'ben']) {
    await (await sessions.fetch(upstreamOf(owner), initialize())).text()
    await (await sessions.fetch(upstreamOf(owner), ask())).text()
  }
  expect(new Set(sessions.owners())).toEqual(new Set(['ann', 'ben']))
  await sessions.endOwned(['ann'])
  expect([...open].every((name) => name.startsWith('ben'))).toBe(true)
  expect(open.size).toBe(2)
  await sessions.close()
})
