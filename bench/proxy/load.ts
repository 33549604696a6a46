import { setTimeout } from 'node:timers/promises'
import type { Contender } from './servers.ts'
import { openConnection, toRequest } from './wire.ts'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Us: number
  readonly p99Us: number
  readonly cpuPerRequestUs: number
}

const settleMs = 150

/** Sends `total` requests, `concurrency` at a time, and measures what the contender spends on them. */
export async function loadWith(
  { url, headers, cpuUs }: Contender,
  body: Buffer,
  concurrency: number,
  total: number,
): Promise<Load> {
  const request = toRequest(url, body, headers)
  const connections = await Promise.all(
    Array.from({ length: concurrency }, () => openConnection(url)),
  )
  const times: number[] = []
  let left = total
  const cpuBefore = cpuUs()
  const startedAt = performance.now()
  await Promise.all(
    connections.map(async ({ send }) => {
      while (left-- > 0) {
        const started = performance.now()
        const { status } = await send(request)
        if (status !== 200) throw new Error(`${url} answered ${status}`)
        times.push((performance.now() - started) * 1000)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  // What is done after the answer, such as an account of it, belongs to the request too.
  await setTimeout(settleMs)
  const cpuPerRequestUs = (cpuUs() - cpuBefore) / total
  for (const connection of connections) connection.close()
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: total / seconds,
    p50Us: times[Math.floor(times.length / 2)] ?? 0,
    p99Us: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuPerRequestUs,
  }
}
