import { Agent } from 'node:http'
import { chatBody } from './bodies.ts'
import { loadWith, post } from './load.ts'
import { type Contender, startContenders, startUpstream } from './servers.ts'
import { benchTransformation } from './transformation.ts'

/** `npm run bench -- proxy`: what the proxy adds, beside going direct and other ways to forward. */
export async function bench(): Promise<void> {
  const upstream = await startUpstream()
  const contenders = [{ ...upstream, name: 'direct' }, ...(await startContenders(upstream.url))]
  try {
    await benchRequests(contenders)
    await benchStreams(contenders)
    await benchTransformation()
  } finally {
    for (const contender of contenders.reverse()) await contender.stop()
  }
}

const sizes = [
  { name: '1 kB', bytes: 1000, total: 3000 },
  { name: '100 kB', bytes: 100_000, total: 400 },
  { name: '1 MB', bytes: 1_050_000, total: 100 },
]

async function benchRequests(contenders: readonly Contender[]): Promise<void> {
  for (const { name: size, bytes, total } of sizes) {
    const body = chatBody(bytes)
    for (const concurrency of [1, 16, 64]) {
      console.log(`\n${size} (${body.length} bytes), ${concurrency} at a time`)
      console.log(`${'way'.padEnd(18)} p50 µs     p99 µs   requests/s   cpu µs/request`)
      for (const contender of contenders) {
        const count = Math.max(concurrency, concurrency === 1 ? total / 4 : total)
        await loadWith(contender, body, concurrency, Math.ceil(count / 3))
        const { p50Us, p99Us, requestsPerSecond, cpuPerRequestUs } = await loadWith(
          contender,
          body,
          concurrency,
          count,
        )
        console.log(
          [
            contender.name.padEnd(16),
            p50Us.toFixed(0).padStart(8),
            p99Us.toFixed(0).padStart(10),
            requestsPerSecond.toFixed(0).padStart(12),
            cpuPerRequestUs.toFixed(0).padStart(16),
          ].join(' '),
        )
      }
    }
  }
}

async function benchStreams(contenders: readonly Contender[]): Promise<void> {
  const streams = 64
  const wanted = 41
  const body = chatBody(1000, true)
  console.log(`\n${streams} paced streams of ${wanted} frames at once`)
  console.log(`${'way'.padEnd(18)} first byte p50 ms   p99 ms   frames/s   lost`)
  for (const contender of contenders) {
    const agent = new Agent({ keepAlive: true, maxSockets: streams })
    const all = () =>
      Promise.all(Array.from({ length: streams }, () => post(contender, body, agent)))
    await all()
    const startedAt = performance.now()
    const seen = await all()
    const seconds = (performance.now() - startedAt) / 1000
    agent.destroy()
    const first = seen.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b)
    const frames = seen.reduce((sum, one) => sum + one.frames, 0)
    console.log(
      [
        contender.name.padEnd(18),
        (first[streams / 2] ?? 0).toFixed(2).padStart(17),
        (first.at(-1) ?? 0).toFixed(2).padStart(8),
        (frames / seconds).toFixed(0).padStart(10),
        String(streams * wanted - frames).padStart(6),
      ].join(' '),
    )
  }
}
