import { chatBody } from './bodies.ts'
import { type Load, loadWith } from './load.ts'
import type { Contender } from './servers.ts'

/** A compiler needs as many as `warmUp` of a size to do its best. */
const sizes = [
  { name: '1 kB', bytes: 1000, total: 1200, rounds: 5, warmUp: 6000 },
  { name: '100 kB', bytes: 100_000, total: 128, rounds: 3, warmUp: 1000 },
  { name: '1 MB', bytes: 1_050_000, total: 64, rounds: 2, warmUp: 100 },
]

/** Every way in turn, several times over, so that a busy moment of the machine falls on all of them. */
export async function benchRequests(contenders: readonly Contender[]): Promise<void> {
  for (const { name, bytes, total, rounds, warmUp } of sizes) {
    const body = chatBody(bytes)
    for (const contender of contenders) await loadWith(contender, body, 16, warmUp)
    for (const concurrency of [1, 16, 64]) {
      const count = concurrency === 1 ? total / 4 : total
      const loads = await loadInTurn(contenders, rounds, (contender) =>
        loadWith(contender, body, concurrency, count),
      )
      printLoads(`${name} (${body.length} bytes), ${concurrency} at a time`, loads)
    }
  }
}

async function loadInTurn(
  contenders: readonly Contender[],
  rounds: number,
  load: (contender: Contender) => Promise<Load>,
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const loads = new Map<string, Load[]>()
  for (const contender of contenders) {
    await load(contender)
    loads.set(contender.name, [])
  }
  for (let round = 0; round < rounds; round++)
    for (const contender of contenders) loads.get(contender.name)?.push(await load(contender))
  return loads
}

/** Medians over the rounds, and each way's processor time relative to the bare dispatch forwarder. */
function printLoads(title: string, loads: ReadonlyMap<string, readonly Load[]>): void {
  console.log(`\n${title}`)
  console.log(
    `${'way'.padEnd(16)}   p50 µs     p99 µs   requests/s   cpu µs/request   of dispatch   requests per cpu second`,
  )
  const bare = median(loads.get('undici dispatch') ?? [], 'cpuPerRequestUs')
  for (const [name, seen] of loads) {
    const cpu = median(seen, 'cpuPerRequestUs')
    console.log(
      [
        name.padEnd(16),
        median(seen, 'p50Us').toFixed(0).padStart(8),
        median(seen, 'p99Us').toFixed(0).padStart(10),
        median(seen, 'requestsPerSecond').toFixed(0).padStart(12),
        cpu.toFixed(1).padStart(16),
        (cpu / bare).toFixed(2).padStart(13),
        (1e6 / cpu).toFixed(0).padStart(25),
      ].join(' '),
    )
  }
}

function median(loads: readonly Load[], field: keyof Load): number {
  const sorted = loads.map((load) => load[field]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
