import { setTimeout } from 'node:timers/promises'
import type { Contender } from './servers.ts'
import { type Connection, openConnection, toRequest } from './wire.ts'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Us: number
  readonly p99Us: number
  readonly cpuPerRequestUs: number
}

const roundMs = 1000
/**
 * Opening connections and the first requests on them are no part of a round. V8 gives memory back
 * when a process rests, and each way rests while the others have their turn: it is fetched again here.
 */
const openingMs = 500
const settleMs = 150

/** Keeps `concurrency` requests under way on kept connections, and measures what the contender spends on them. */
export async function loadWith(
  contender: Contender,
  body: Buffer,
  concurrency: number,
): Promise<Load> {
  const request = toRequest(contender.url, body, contender.headers)
  const connections = await openConnections(contender, concurrency)
  await sendWhile(connections, request, lasting(openingMs))
  const cpuBefore = contender.cpuUs()
  const startedAt = performance.now()
  const times = await sendWhile(connections, request, lasting(roundMs))
  const seconds = (performance.now() - startedAt) / 1000
  // What is done after the answer, such as an account of it, belongs to the request too.
  await setTimeout(settleMs)
  const cpuUs = contender.cpuUs() - cpuBefore
  for (const connection of connections) connection.close()
  return toLoad(times, seconds, cpuUs)
}

function toLoad(times: readonly number[], seconds: number, cpuUs: number): Load {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    requestsPerSecond: sorted.length / seconds,
    p50Us: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99Us: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    cpuPerRequestUs: cpuUs / sorted.length,
  }
}

/** Each connection sends the bodies of a conversation of its own in their order; the first is not measured. */
export async function loadInOrder(
  contender: Contender,
  conversations: readonly (readonly Buffer[])[],
): Promise<Load> {
  const connections = await openConnections(contender, conversations.length)
  const requests = conversations.map((bodies) =>
    bodies.map((body) => toRequest(contender.url, body, contender.headers)),
  )
  await sendInOrder(
    connections,
    requests.map((own) => own.slice(0, 1)),
  )
  await setTimeout(settleMs)
  const cpuBefore = contender.cpuUs()
  const startedAt = performance.now()
  const times = await sendInOrder(
    connections,
    requests.map((own) => own.slice(1)),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await setTimeout(settleMs)
  const cpuUs = contender.cpuUs() - cpuBefore
  for (const connection of connections) connection.close()
  return toLoad(times, seconds, cpuUs)
}

async function sendInOrder(
  connections: readonly Connection[],
  requests: readonly (readonly Buffer[])[],
): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    connections.map(async ({ send }, at) => {
      for (const request of requests[at] ?? []) times.push(await timed(send, request))
    }),
  )
  return times
}

/** Sends `total` requests that nobody measures, 16 at a time. */
export async function warmUp(contender: Contender, body: Buffer, total: number): Promise<void> {
  const connections = await openConnections(contender, 16)
  let left = total
  await sendWhile(connections, toRequest(contender.url, body, contender.headers), () => left-- > 0)
  for (const connection of connections) connection.close()
}

function openConnections({ url }: Contender, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(url)))
}

function lasting(ms: number): () => boolean {
  const endsAt = performance.now() + ms
  return () => performance.now() < endsAt
}

/** One request after another on each connection. Gives the time of each, in microseconds. */
async function sendWhile(
  connections: readonly Connection[],
  request: Buffer,
  isGoingOn: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    connections.map(async ({ send }) => {
      while (isGoingOn()) times.push(await timed(send, request))
    }),
  )
  return times
}

async function timed(send: Connection['send'], request: Buffer): Promise<number> {
  const startedAt = performance.now()
  const { status } = await send(request)
  if (status !== 200) throw new Error(`a request was answered ${status}`)
  return (performance.now() - startedAt) * 1000
}
