import { Agent, request as httpRequest } from 'node:http'
import type { Contender } from './servers.ts'

export interface Load {
  readonly requestsPerSecond: number
  readonly p50Us: number
  readonly p99Us: number
  readonly cpuPerRequestUs: number
}

/** Sends `total` requests, `concurrency` at a time, and measures what the contender spends on them. */
export async function loadWith(
  contender: Contender,
  body: Buffer,
  concurrency: number,
  total: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const times: number[] = []
  let left = total
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const started = performance.now()
      await post(contender, body, agent)
      times.push((performance.now() - started) * 1000)
    }
  }
  const cpuBefore = contender.cpuUs()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: total / seconds,
    p50Us: times[Math.floor(times.length / 2)] ?? 0,
    p99Us: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuPerRequestUs: (contender.cpuUs() - cpuBefore) / total,
  }
}

/** One request to its end; gives the moment of the first byte and the number of frames. */
export function post(
  { url, headers }: Contender,
  body: Buffer,
  agent: Agent,
): Promise<{ firstByteMs: number; frames: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = httpRequest(
      `${url}/v1/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      },
      (response) => {
        let firstByteMs = 0
        let frames = 0
        response.on('data', (chunk: Buffer) => {
          if (firstByteMs === 0) firstByteMs = performance.now() - started
          for (let at = chunk.indexOf('data: '); at !== -1; at = chunk.indexOf('data: ', at + 1))
            frames++
        })
        response.on('end', () =>
          response.statusCode === 200
            ? resolve({ firstByteMs, frames })
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
