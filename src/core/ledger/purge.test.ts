import { expect, test } from 'vitest'
import { inMemoryLedger } from '../../adapters/in-memory/ledger.ts'
import { inMemoryOriginals } from '../../adapters/in-memory/originals.ts'
import { inMemorySentResults } from '../../adapters/in-memory/sent-results.ts'
import { announcedLedger } from './announced-ledger.ts'
import { purge } from './purge.ts'

const row = {
  at: 1,
  kind: 'prune',
  source: 'cli',
  durationMs: 1,
  isFallback: false,
  warnings: [],
}

async function filledStore() {
  const originals = inMemoryOriginals()
  const ledger = inMemoryLedger()
  await ledger.append(Array.from({ length: 1200 }, () => row))
  await originals.keep(
    Array.from({ length: 700 }, (_, at) => ({
      id: `prn_${at}`,
      kind: 'prune' as const,
      text: `text ${at}`,
      expiresAt: Number.MAX_SAFE_INTEGER - 1,
    })),
  )
  const sentResults = inMemorySentResults()
  await sentResults.keep(
    [{ key: 'sent', text: 'short', refersTo: [], omissionId: 'msk_1', turn: 1 }],
    1,
  )
  return { originals, sentResults, ledger }
}

test.each([
  { target: 'originals', removed: { originals: 700, ledger_rows: 0 }, ids: 0, sent: 0, rows: 1200 },
  { target: 'ledger', removed: { originals: 0, ledger_rows: 1200 }, ids: 700, sent: 1, rows: 0 },
  { target: 'all', removed: { originals: 700, ledger_rows: 1200 }, ids: 0, sent: 0, rows: 0 },
] as const)('purging $target removes all of it and nothing else', async (expected) => {
  const store = await filledStore()
  expect(await purge(store, expected.target)).toEqual(expected.removed)
  expect((await store.originals.usage()).ids).toBe(expected.ids)
  expect(await store.sentResults.find(['sent'], 1)).toHaveLength(expected.sent)
  expect(await store.ledger.list({}, 5000)).toHaveLength(expected.rows)
})

test('listeners hear of every append until they leave', async () => {
  const ledger = announcedLedger(inMemoryLedger())
  let heard = 0
  const leave = ledger.onAppend(() => heard++)
  await ledger.append([row, row])
  leave()
  await ledger.append([row])
  expect(heard).toBe(1)
  expect(await ledger.list({}, 10)).toHaveLength(3)
})
