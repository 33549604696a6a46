// Run under the recording library: writes to every store of a home, and each promise it was given into `acks`.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { sqliteWaitingWrites } from '../../src/adapters/sqlite/writes/waiting-writes.ts'
import { writerThread } from '../../src/adapters/sqlite/writes/writer-thread.ts'
import { trust } from '../../src/config/trust.ts'
import { fillKept } from '../support/kept-stage.ts'

const [home = '', rounds = '1'] = process.argv.slice(2)
const acks = join(home, 'acks')
const acknowledge = (what: string): void => appendFileSync(acks, `${what}\n`)

// As in a daemon: what requests wait for is written in a thread.
const writer = new URL('../../src/compose/writer.ts', import.meta.url)
const thread = writerThread(
  () => new Worker(writer, { execArgv: [] }),
  (cause) => {
    throw new Error('the writer ended', { cause })
  },
)
const store = sqliteStore(join(home, 'tamis.db'), digest, thread)
const documents = openDocuments(join(home, 'knowledge.db'))
const queue = sqliteWaitingWrites(join(home, 'waiting.db'))
const memories = jsonlMemories({
  files: join(home, 'memory'),
  watchNotes: join(home, 'memory', 'veille'),
  clarifications: join(home, 'memory', 'clarifications'),
})
/** Lines that no other round has. */
const textOf = (round: number): string => `text ${round} ${'x'.repeat((round * 997) % 6000)}`

for (let round = 0; round < Number(rounds); round++) {
  const original = { kind: 'prune' as const, text: textOf(round), expiresAt: 1e15 }
  const short = { text: `short ${round}`, refersTo: [], omissionId: null, turn: round }
  const sent = { key: `sent ${round}`, ...short }
  await Promise.all([
    store.originals.keep([{ ...original, id: `prn_${round}` }]),
    store.sentResults.keep([sent], 0),
    store.ledger.append([
      { at: round, kind: 'prune', source: 'cli', durationMs: 1, isFallback: false, warnings: [] },
    ]),
  ])
  acknowledge(`original ${round}`)
  acknowledge(`sent ${round}`)
  if (round % 3 === 0) {
    await queue.add([{ part: 'ledger', key: `waiting ${round}`, body: textOf(round) }])
    acknowledge(`waiting ${round}`)
  }
  if (round % 5 === 0) {
    const token = { scope: 'read', hash: 'h', createdAt: 1, namespace: 'default' } as const
    await store.tokens.add({ ...token, id: `token${round}`, name: `name ${round}` })
    acknowledge(`token ${round}`)
    const approved = { kind: 'upstream', isQuarantined: false, description: '', lastSeenAt: 0 }
    await store.catalog.saveServer({ ...approved, name: `server ${round}` } as Parameters<
      typeof store.catalog.saveServer
    >[0])
    acknowledge(`approval ${round}`)
    await memories.append('learnings.jsonl', [{ id: `lrn_${round}`, text: textOf(round) }])
    acknowledge(`memory ${round}`)
    await memories.createClarification(`PD-${round}.md`, textOf(round))
    acknowledge(`clarification ${round}`)
    trust(home, acks)
    acknowledge(`trust ${round}`)
  }
  if (round === 10) {
    await fillKept({ store, documents }, 3)
    acknowledge(`documents ${round}`)
  }
}
documents.close()
await queue.close()
await store.close()
await thread.close()
