import { chatBody } from './bodies.ts'
import { type Load, loadWith } from './load.ts'
import type { Contender } from './servers.ts'

/**
 * A compiler needs as many as `warmUp` of a size to do its best: V8 takes its last step with what runs
 * once a request after ten to fifteen thousand of them, and that work is no part of a request. When a
 * process has rested V8 cleans up all of its memory, at the price of some hundred requests of 100 kB:
 * there are enough `rounds` that the median has none of it.
 */
const sizes = [
  { name: '1 kB', bytes: 1000, total: 600, rounds: 11, warmUp: 16_000 },
  { name: '100 kB', bytes: 100_000, total: 128, rounds: 7, warmUp: 1500 },
  { name: '1 MB', bytes: 1_050_000, total: 64, rounds: 2, warmUp: 100 },
]

/** Every way in turn, several times over, so that a busy moment of the machine falls on all of them. */
export async function benchRequests(contenders: readonly Contender[]): Promise<void> {
  for (const { name, bytes, total, rounds, warmUp } of sizes) {
    const body = chatBody(bytes)
    for (const contender of contenders) await loadWith(contender, body, 16, warmUp)
    for (const concurrency of [1, 16, 64]) {
      const count = concurrency === 1 ? total / 2 : total
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

/** Medians over the rounds, also of each way's processor time relative to the bare forwarder's in that round. */
function printLoads(title: string, loads: ReadonlyMap<string, readonly Load[]>): void {
  console.log(`\n${title}`)
  console.log(
    `${'way'.padEnd(16)}   p50 µs     p99 µs   requests/s   cpu µs/request   of dispatch   requests per cpu second`,
  )
  const bare = loads.get('undici dispatch') ?? []
  for (const [name, own] of loads) {
    const seen = own.map((load, round) => ({ ...load, ofBare: cpuRatio(load, bare[round]) }))
    const cpu = median(seen, 'cpuPerRequestUs')
    console.log(
      [
        name.padEnd(16),
        median(seen, 'p50Us').toFixed(0).padStart(8),
        median(seen, 'p99Us').toFixed(0).padStart(10),
        median(seen, 'requestsPerSecond').toFixed(0).padStart(12),
        cpu.toFixed(1).padStart(16),
        median(seen, 'ofBare').toFixed(2).padStart(13),
        (1e6 / cpu).toFixed(0).padStart(25),
      ].join(' '),
    )
  }
}

function cpuRatio({ cpuPerRequestUs }: Load, bare: Load | undefined): number {
  return cpuPerRequestUs / (bare?.cpuPerRequestUs ?? Number.NaN)
}

function median<Field extends string>(
  loads: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number {
  const sorted = loads.map((load) => load[field]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
