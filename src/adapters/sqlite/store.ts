import type { EngineError } from '../../errors.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Store } from '../../ports/store/store.ts'
import { sqliteCatalog } from './catalog.ts'
import { toLedgerTexts } from './ledger-values.ts'
import { openDatabase } from './open.ts'
import { sqliteTokens } from './tokens.ts'
import { type StoreWrites, type WritingParts, writingParts } from './writes/store-writes.ts'
import type { WriterThread } from './writes/writer-thread.ts'

/** The whole store in one SQLite file; with a thread, what requests wait for is written there. */
export function sqliteStore(path: string, digest: Digest, thread?: WriterThread): Store {
  const database = openDatabase(path)
  // In a thread's store this connection reads the ledger and writes none of it.
  const hasOne = path === ':memory:' || thread !== undefined
  const unhurried = hasOne ? database : openDatabase(path, undefined, 'normal')
  const parts = writingParts(database, unhurried, digest)
  return {
    ...(thread ? withWrites(parts, thread.writesOf(path)) : parts),
    catalog: sqliteCatalog(database),
    tokens: sqliteTokens(database),
    async close() {
      await thread?.closeDatabase(path)
      if (unhurried !== database) unhurried.close()
      database.close()
    },
  }
}

/** Reads stay here: they see all that was acknowledged. */
function withWrites(parts: WritingParts, writes: StoreWrites): WritingParts {
  const { originals, sentResults, ledger } = parts
  return {
    originals: { ...originals, keep: writes.keepOriginals, sweep: writes.sweepOriginals },
    sentResults: {
      ...sentResults,
      keep: async (records, now) => (records.length > 0 ? writes.keepSent(records, now) : []),
      replace: writes.replaceSent,
      sweep: writes.sweepSent,
    },
    ledger: {
      ...ledger,
      append: (entries) => writes.appendToLedger(toLedgerTexts(entries)),
      sweep: writes.sweepLedger,
    },
  }
}

/** Stands in for a store that could not be opened: every call is refused, and what needs none still works. */
export function unavailableStore(reason: EngineError): Store {
  const refuse = async (): Promise<never> => {
    throw reason
  }
  return {
    originals: { keep: refuse, find: refuse, sweep: refuse, usage: refuse },
    sentResults: { keep: refuse, replace: refuse, find: refuse, sweep: refuse },
    ledger: { append: refuse, list: refuse, sum: refuse, sweep: refuse },
    catalog: {
      replaceTools: refuse,
      removeServer: refuse,
      tools: refuse,
      saveServer: refuse,
      servers: refuse,
      saveCapability: refuse,
      removeCapability: refuse,
      capabilities: refuse,
      appendTraces: refuse,
      sweepTraces: refuse,
      traces: refuse,
      version: refuse,
    },
    tokens: { add: refuse, find: refuse, list: refuse, remove: refuse },
    close: async () => {},
  }
}
