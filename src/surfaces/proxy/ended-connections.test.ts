import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { listenLocally } from '../../../test/support/listen-locally.ts'
import { hadEnded, tellingConnector } from './ended-connections.ts'
import { forward } from './forward.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Leave = (socket: Socket) => void

/** A provider that answers the first request of each connection but `silent`, and leaves at the next. */
async function provider(leave: Leave, silent = 0): Promise<{ url: string; connections: number }> {
  const seen = { url: '', connections: 0 }
  const known = new Set<Socket>()
  const server = createServer(({ socket }, response) => {
    if (known.has(socket)) return leave(socket)
    known.add(socket)
    if (++seen.connections === silent) leave(socket)
    else response.end('ok')
  })
  const { url, close } = await listenLocally(server)
  closing.push(close)
  seen.url = url
  return seen
}

/** Posts through `forward`, one after the other over one pool, and gives the statuses. */
async function ask(upstream: string, times: number, isQuestion: boolean): Promise<number[]> {
  const agent = new Agent({ connect: tellingConnector({}) })
  const front = createServer((_, response) => {
    const body = [Buffer.from('{}')]
    const outgoing = { origin: upstream, path: '/', method: 'POST', headers: [], body }
    forward(agent, { ...outgoing, ownHeaders: [], isQuestion }, response, undefined).catch(() =>
      response.writeHead(502).end(),
    )
  })
  const { url, close } = await listenLocally(front)
  closing.push(
    () => agent.close(),
    () => close(),
  )
  const statuses: number[] = []
  for (let at = 0; at < times; at++) statuses.push((await fetch(url)).status)
  return statuses
}

const ends: readonly { how: string; leave: Leave }[] = [
  { how: 'closed', leave: (socket) => void socket.destroy() },
  { how: 'reset', leave: (socket) => void socket.resetAndDestroy() },
]

test.each(ends)(
  'a question on a connection that is $how goes out on another',
  async ({ leave }) => {
    const upstream = await provider(leave)
    expect(await ask(upstream.url, 3, true)).toEqual([200, 200, 200])
    expect(upstream.connections).toBe(3)
  },
)

test.each(ends)('what is no question is not sent twice when it is $how', async ({ leave }) => {
  const upstream = await provider(leave)
  expect(await ask(upstream.url, 2, false)).toEqual([200, 502])
  expect(upstream.connections).toBe(1)
})

test.each(ends)('a new connection that is $how is not tried again', async ({ leave }) => {
  const upstream = await provider(leave, 1)
  expect(await ask(upstream.url, 1, true)).toEqual([502])
  expect(upstream.connections).toBe(1)
})

test.each([
  { waitedMs: 3, bytesRead: 120, ended: true },
  { waitedMs: 30_000, bytesRead: 120, ended: false },
  { waitedMs: 3, bytesRead: 0, ended: false },
])('after $waitedMs ms, with $bytesRead bytes read before', ({ waitedMs, bytesRead, ended }) => {
  const error = Object.assign(new Error('closed'), { code: 'ECONNRESET', socket: { bytesRead } })
  expect(hadEnded(error, waitedMs)).toBe(ended)
})
