import { digest } from '../../src/adapters/node/digest.ts'
import { openaiChat } from '../../src/core/mask/formats/openai-chat.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import { createSieve } from '../../src/core/mask/sieve-request.ts'
import { storedIds } from '../../src/core/mask/stored-ids.ts'
import { chatBody } from './bodies.ts'

const rounds = 60

/** What masking a long conversation costs, against parsing it and writing it again. */
export async function benchTransformation(): Promise<void> {
  const body = chatBody(1_050_000)
  const sieve = createSieve({
    originals: { keep: async () => undefined },
    digest,
    now: Date.now,
    policy: () => resolvePolicy({}),
    ttlMs: 60_000,
    stored: storedIds(60_000, Date.now),
    pruneMinChars: 0,
  })
  const ways: Readonly<Record<string, () => Promise<Buffer>>> = {
    'parse + stringify': async () => Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')))),
    'parse + mask + splice': async () =>
      Buffer.from((await sieve(openaiChat, body.toString('utf8'))).body),
  }
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, way] of Object.entries(ways)) {
      // Processor time of this thread: other programs on the machine do not count.
      const before = process.threadCpuUsage()
      await way()
      const { user, system } = process.threadCpuUsage(before)
      times.get(name)?.push((user + system) / 1000)
    }
  const median = (name: string): number =>
    (times.get(name) ?? []).toSorted((a, b) => a - b)[rounds / 2] ?? 0
  console.log(`\n1 MB conversation, 2,001 messages (${body.length} bytes), median of ${rounds}`)
  for (const name of Object.keys(ways))
    console.log(`${name.padEnd(24)} ${median(name).toFixed(2)} ms`)
  const ratio = median('parse + mask + splice') / median('parse + stringify')
  console.log(`${'ratio'.padEnd(24)} ${ratio.toFixed(2)}`)
}
