import { Server } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { Engine } from '../../engine.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { createClientSessions, sessionHeader } from './client-sessions.ts'

const greeting = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}

function visitor(name: string): Visitor {
  const caller = { tokenId: `tok_${name}`, name, scope: 'write', namespace: 'default' } as const
  return { engine: {} as Engine, caller }
}

function request(body: object, session?: string): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session ? { [sessionHeader]: session } : {}),
    },
    body: JSON.stringify(body),
  })
}

const open = (): Server =>
  new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }

async function begun(now?: () => number) {
  const sessions = createClientSessions(10_000, new AbortController().signal, () => undefined, now)
  const answer = await sessions.fetch(request(greeting), visitor('ann'), greeting, open)
  const id = answer?.headers.get(sessionHeader) ?? ''
  const knows = async (name: string): Promise<boolean> =>
    (await sessions.fetch(request(ping, id), visitor(name), ping, open)) !== undefined
  return { sessions, knows, id }
}

test('a session answers the token that began it; another’s request stands by itself', async () => {
  const { sessions, knows } = await begun()
  expect(await knows('ann')).toBe(true)
  expect(await knows('ben')).toBe(false)
  expect(sessions.owners()).toEqual(['tok_ann'])
  await sessions.endOwned(['tok_ann'])
  expect(await knows('ann')).toBe(false)
})

test('a session that nobody used for an hour makes room', async () => {
  let now = 0
  const { sessions, knows } = await begun(() => now)
  now = 61 * 60_000
  await sessions.fetch(request(greeting), visitor('ben'), greeting, open)
  expect(await knows('ann')).toBe(false)
  await sessions.close()
})

test('a session that its client ended is not found', async () => {
  const { sessions, knows, id } = await begun()
  const headers = { [sessionHeader]: id }
  const leave = new Request('http://127.0.0.1/mcp', { method: 'DELETE', headers })
  expect((await sessions.fetch(leave, visitor('ann'), undefined, open))?.status).toBe(200)
  await expect(knows('ann')).rejects.toMatchObject({ code: 'not_found' })
})
