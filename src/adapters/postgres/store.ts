import type { Digest } from '../../ports/digest.ts'
import type { Lock } from '../../ports/lock.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { MemoryVectors } from '../../ports/store/memories.ts'
import type { Store } from '../../ports/store/store.ts'
import { postgresCatalog } from './catalog.ts'
import { postgresConfigText } from './config-text.ts'
import type { DatabaseSettings } from './database.ts'
import { postgresDocuments } from './documents.ts'
import { postgresLedger } from './ledger.ts'
import { acquireLock } from './lock.ts'
import { postgresMemoryVectors } from './memories.ts'
import { openDatabase } from './open.ts'
import { postgresOriginals } from './originals.ts'
import { postgresPeers } from './peers.ts'
import { postgresSentResults } from './sent-results.ts'
import { postgresTokens } from './tokens.ts'

/** All that SQLite keeps in the files of a home, in one schema of a Postgres database. */
export interface OpenPostgresStore {
  readonly store: Store
  readonly memoryVectors: MemoryVectors
  documents(): Documents
  ingestLock(): Promise<Lock | undefined>
  close(): Promise<void>
}

/** Nothing is opened yet: the first call connects, and brings the schema up to date. */
export function openPostgresStore(settings: DatabaseSettings, digest: Digest): OpenPostgresStore {
  const database = openDatabase(settings)
  const documents = postgresDocuments(database)
  const ledger = postgresLedger(database)
  const peers = postgresPeers(database)
  const close = async (): Promise<void> => {
    await peers.leave()
    await ledger.flush()
    await database.close()
  }
  return {
    store: {
      originals: postgresOriginals(database, digest),
      sentResults: postgresSentResults(database),
      ledger,
      catalog: postgresCatalog(database),
      tokens: postgresTokens(database),
      peers,
      configText: postgresConfigText(database),
      close,
    },
    memoryVectors: postgresMemoryVectors(database),
    documents: () => documents,
    ingestLock: () => acquireLock(database, 'ingest'),
    close,
  }
}
