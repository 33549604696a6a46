import { chatBody, growingBodies } from './bodies.ts'
import { isAsked, roundsOf } from './cells.ts'
import { type Load, loadInOrder, loadWith, warmUp } from './load.ts'
import { bareForwarder, type Contender, portkeyNames } from './servers.ts'

/**
 * A compiler needs as many as `warmUpRequests` of a size to do its best: V8 takes its last step with
 * what runs once a request after ten to fifteen thousand of them, and that work is no part of a request.
 */
const sizes = [
  { name: '1 kB', bytes: 1000, rounds: 9, warmUpRequests: 16_000 },
  { name: '100 kB', bytes: 100_000, rounds: 3, warmUpRequests: 1500 },
  { name: '1 MB', bytes: 1_050_000, rounds: 3, warmUpRequests: 100 },
]

/** Every way in turn, several times over, so that a busy moment of the machine falls on all of them. */
export async function benchRequests(contenders: readonly Contender[]): Promise<void> {
  for (const { name, bytes, rounds, warmUpRequests } of sizes) {
    const atOnce = [1, 16, 64].filter((count) => isAsked(`${name.replace(' ', '')}@${count}`))
    if (atOnce.length === 0) continue
    const body = chatBody(bytes)
    for (const contender of contenders) await warmUp(contender, body, warmUpRequests)
    for (const concurrency of atOnce) {
      const loads = await loadInTurn(contenders, roundsOf(rounds), (contender) =>
        loadWith(contender, body, concurrency),
      )
      printLoads(`${name} (${body.length} bytes), ${concurrency} at a time`, loads)
    }
  }
  if (isAsked('going-on')) await benchGoingOn(contenders)
}

const atOnce = 16
const steps = 12

/** With the sieve on entry at work: of every request a result is shortened, its original and the record written. */
async function benchGoingOn(contenders: readonly Contender[]): Promise<void> {
  let count = 0
  const conversations = (): readonly (readonly Buffer[])[] =>
    Array.from({ length: atOnce }, () => growingBodies(`conversation ${count++}`, steps))
  for (const contender of contenders) await loadInOrder(contender, conversations())
  const loads = await loadInTurn(contenders, roundsOf(5), (contender) =>
    loadInOrder(contender, conversations()),
  )
  printLoads(
    `${atOnce} conversations of 100 kB that go on, with a result left out and written in every request`,
    loads,
  )
}

async function loadInTurn(
  contenders: readonly Contender[],
  rounds: number,
  load: (contender: Contender) => Promise<Load>,
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const loads = new Map<string, Load[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const contender of contenders) loads.get(contender.name)?.push(await load(contender))
  return loads
}

/** Medians over the rounds, also of what each way is to the bare forwarder and to Portkey in that round. */
function printLoads(title: string, loads: ReadonlyMap<string, readonly Load[]>): void {
  console.log(`\n${title}`)
  console.log(
    `${'way'.padEnd(16)}   p50 µs     p99 µs   p99 of dispatch   requests/s   times Portkey's   on Node 20   cpu µs/request   of dispatch   requests per cpu second`,
  )
  const bare = loads.get(bareForwarder) ?? []
  const portkey = loads.get(portkeyNames.sameNode) ?? []
  const portkeyOnOwn = loads.get(portkeyNames.ownNode) ?? []
  for (const [name, own] of loads) {
    const seen = own.map((load, round) => ({
      ...load,
      ofBare: ratio(load, bare[round], 'cpuPerRequestUs'),
      p99OfBare: ratio(load, bare[round], 'p99Us'),
      ofPortkey: ratio(load, portkey[round], 'requestsPerSecond'),
      ofPortkeyOnOwn: ratio(load, portkeyOnOwn[round], 'requestsPerSecond'),
    }))
    const cpu = median(seen, 'cpuPerRequestUs')
    console.log(
      [
        name.padEnd(16),
        median(seen, 'p50Us').toFixed(0).padStart(8),
        median(seen, 'p99Us').toFixed(0).padStart(10),
        median(seen, 'p99OfBare').toFixed(2).padStart(17),
        median(seen, 'requestsPerSecond').toFixed(0).padStart(12),
        median(seen, 'ofPortkey').toFixed(1).padStart(17),
        median(seen, 'ofPortkeyOnOwn').toFixed(1).padStart(12),
        cpu.toFixed(1).padStart(16),
        median(seen, 'ofBare').toFixed(2).padStart(13),
        (1e6 / cpu).toFixed(0).padStart(25),
      ].join(' '),
    )
  }
}

function ratio(load: Load, other: Load | undefined, field: keyof Load): number {
  return load[field] / (other?.[field] ?? Number.NaN)
}

function median<Field extends string>(
  loads: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number {
  const sorted = loads.map((load) => load[field]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
