import { setTimeout } from 'node:timers/promises'
import { chatBody } from './bodies.ts'
import type { Contender } from './servers.ts'
import { type Answer, openConnection, toRequest } from './wire.ts'

/** What the provider of this benchmark sends: 40 frames, 20 ms apart, and an end. */
const wantedFrames = 41
const streamMs = 800
const atOnce = 64
const total = 3 * atOnce

interface Streamed {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly lost: number
  readonly framesPerSecond: number
  readonly cpuPerFrameUs: number
}

/** Streams that begin one after another, so that 64 are open at any time and no two begin at once. */
export async function benchStreams(contenders: readonly Contender[]): Promise<void> {
  console.log(
    `\n${atOnce} streams open at any time, ${wantedFrames} paced frames each, ${total} in all`,
  )
  console.log(
    `${'way'.padEnd(16)} first byte p50 ms   p99 ms   over direct p50 ms   frames/s   lost   cpu µs/frame`,
  )
  let direct = 0
  for (const contender of contenders) {
    await runStreams(contender, atOnce)
    const { p50Ms, p99Ms, lost, framesPerSecond, cpuPerFrameUs } = await runStreams(
      contender,
      total,
    )
    if (contender.name === 'direct') direct = p50Ms
    console.log(
      [
        contender.name.padEnd(16),
        p50Ms.toFixed(2).padStart(17),
        p99Ms.toFixed(2).padStart(8),
        (p50Ms - direct).toFixed(2).padStart(20),
        framesPerSecond.toFixed(0).padStart(10),
        String(lost).padStart(6),
        cpuPerFrameUs.toFixed(1).padStart(14),
      ].join(' '),
    )
  }
}

async function runStreams({ url, headers, cpuUs }: Contender, count: number): Promise<Streamed> {
  const request = toRequest(url, chatBody(1000, true), headers)
  const answers: Promise<Answer>[] = []
  const cpuBefore = cpuUs()
  const startedAt = performance.now()
  for (let index = 0; index < count; index++) {
    await setTimeout(Math.max(0, startedAt + (index * streamMs) / atOnce - performance.now()))
    answers.push(streamOnce(url, request))
  }
  const seen = await Promise.all(answers)
  const seconds = (performance.now() - startedAt) / 1000
  const first = seen.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b)
  const frames = seen.reduce((sum, one) => sum + one.frames, 0)
  return {
    p50Ms: first[Math.floor(count / 2)] ?? 0,
    p99Ms: first[Math.floor(count * 0.99)] ?? 0,
    lost: count * wantedFrames - frames,
    framesPerSecond: frames / seconds,
    cpuPerFrameUs: (cpuUs() - cpuBefore) / frames,
  }
}

async function streamOnce(url: string, request: Buffer): Promise<Answer> {
  const connection = await openConnection(url)
  const answer = await connection.send(request)
  connection.close()
  return answer
}
