import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { ledgerContract } from '../../../ports/store/ledger.contract.ts'
import { originalsContract } from '../../../ports/store/originals.contract.ts'
import { sentResultsContract } from '../../../ports/store/sent-results.contract.ts'
import type { Store } from '../../../ports/store/store.ts'
import { digest } from '../../node/digest.ts'
import { sqliteStore } from '../store.ts'
import { writerThread } from './writer-thread.ts'

const startWriter = (): Worker =>
  new Worker(new URL('../../../compose/writer.ts', import.meta.url), { execArgv: [], env: {} })

const thread = writerThread(startWriter, () => undefined)
const stores: Store[] = []

async function threadedStore(): Promise<Store> {
  const path = join(mkdtempSync(join(tmpdir(), 'tamis-writer-')), 'tamis.db')
  const store = sqliteStore(path, digest, thread)
  stores.push(store)
  return store
}

afterAll(async () => {
  for (const store of stores) await store.close()
  await thread.close()
})

describe('written in a thread, originals', () =>
  originalsContract(async () => (await threadedStore()).originals))
describe('written in a thread, what was sent', () =>
  sentResultsContract(async () => (await threadedStore()).sentResults))
describe('written in a thread, the ledger', () =>
  ledgerContract(async () => (await threadedStore()).ledger))

const original = { kind: 'prune', text: 'a text', expiresAt: 9 } as const

function stage(start = startWriter) {
  const path = join(mkdtempSync(join(tmpdir(), 'tamis-writer-')), 'tamis.db')
  const ends: string[] = []
  const own = writerThread(start, (cause) => ends.push(String(cause)))
  return { path, own, ends, store: sqliteStore(path, digest, own) }
}

test('what was acknowledged is there for another connection', async () => {
  const { path, own, store } = stage()
  await store.originals.keep([{ ...original, id: 'prn_1' }])
  const other = new DatabaseSync(path, { readOnly: true })
  expect(other.prepare('select id from originals').all()).toEqual([{ id: 'prn_1' }])
  other.close()
  await store.close()
  await own.close()
})

test('a refusal in the thread is the same refusal here', async () => {
  const { path, own, store } = stage()
  await store.originals.keep([{ ...original, id: 'prn_1' }])
  const holder = new DatabaseSync(path)
  holder.exec('drop table originals')
  const late = store.originals.keep([{ ...original, id: 'prn_2' }])
  await expect(late).rejects.toThrow(/no such table/)
  holder.close()
  const elsewhere = own.writesOf('/nowhere/at/all/tamis.db')
  await expect(elsewhere.keepOriginals([{ ...original, id: 'prn_3' }])).rejects.toMatchObject({
    code: 'store_unavailable',
    hint: /doctor/,
  })
  await store.close()
  await own.close()
})

test('a thread that ends tells all who wait, and the next write starts another', async () => {
  const endsAtOnce =
    'require("node:worker_threads").parentPort.on("message", () => process.exit(3))'
  let starts = 0
  const { own, ends, store } = stage(() =>
    ++starts === 1 ? new Worker(endsAtOnce, { eval: true }) : startWriter(),
  )
  const waiting = ['prn_1', 'prn_2'].map((id) => store.originals.keep([{ ...original, id }]))
  for (const refused of await Promise.allSettled(waiting))
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } })
  expect(ends).toEqual(['it ended by itself'])
  await store.originals.keep([{ ...original, id: 'prn_4' }])
  expect(await store.originals.find('prn_4', 1)).toMatchObject({ text: 'a text' })
  await store.close()
  await own.close()
  expect(ends).toHaveLength(1)
})

test('a thread that cannot start says why', async () => {
  const { own, ends, store } = stage(() => new Worker('throw new Error("no room")', { eval: true }))
  const refused = store.ledger.append([
    { at: 1, kind: 'prune', source: 'cli', durationMs: 1, isFallback: false, warnings: [] },
  ])
  await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(ends).toEqual(['Error: no room'])
  await own.close()
})
