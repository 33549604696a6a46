import { digest } from '../../src/adapters/node/digest.ts'
import { storedIds } from '../../src/core/mask/kept/stored-ids.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import { createSieve, type Sieve } from '../../src/core/mask/sieve-request.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import { encodeBody } from '../../src/surfaces/proxy/body/prepare-body.ts'
import { conversationStage } from '../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../test/support/in-memory-entry.ts'
import { chatMessages } from './bodies.ts'

const turns = 1000
const rounds = 60

/** What masking a long conversation costs as it grows, against parsing it and writing it again. */
export async function benchTransformation(): Promise<void> {
  const messages = chatMessages(turns + rounds, 820)
  const bodies = Array.from({ length: rounds }, (_, round) =>
    Buffer.from(
      JSON.stringify({ model: 'gpt-5', messages: messages.slice(0, 2 * (turns + round) + 1) }),
    ),
  )
  const sieve = newSieve()
  const ways: Readonly<Record<string, (body: Buffer) => Promise<unknown>>> = {
    'parse + stringify': async (body) =>
      Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')))),
    'ours, as it grows': async (body) => encodeBody(await sieve(openaiChat, body.toString('utf8'))),
    'ours, seen for the first time': async (body) =>
      encodeBody(await newSieve()(openaiChat, body.toString('utf8'))),
  }
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  for (const body of bodies)
    for (const [name, way] of Object.entries(ways)) {
      // Kernels that count processor time in ticks of 4 ms cannot tell these apart; a clock can.
      const startedAt = performance.now()
      await way(body)
      times.get(name)?.push(performance.now() - startedAt)
    }
  printTimes(bodies[0]?.length ?? 0, times)
}

function printTimes(bytes: number, times: ReadonlyMap<string, readonly number[]>): void {
  console.log(
    `\na conversation of ${2 * turns + 1} messages (${bytes} bytes) that grows by two messages, ${rounds} times`,
  )
  console.log(`${'way'.padEnd(30)}  median ms   mean ms   of parse + stringify: median   mean`)
  const bare = times.get('parse + stringify') ?? []
  for (const [name, seen] of times)
    console.log(
      [
        name.padEnd(30),
        median(seen).toFixed(2).padStart(10),
        mean(seen).toFixed(2).padStart(9),
        (median(seen) / median(bare)).toFixed(2).padStart(30),
        (mean(seen) / mean(bare)).toFixed(2).padStart(6),
      ].join(' '),
    )
}

function newSieve(): Sieve {
  const policy = resolvePolicy({})
  return createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: Date.now,
    policy: () => policy,
    ttlMs: 60_000,
    stored: storedIds(60_000, Date.now),
    ...inMemoryEntry(),
  })
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
