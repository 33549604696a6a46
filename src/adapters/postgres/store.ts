import type { Digest } from '../../ports/digest.ts'
import type { Lock } from '../../ports/lock.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { MemoryVectors } from '../../ports/store/memories.ts'
import type { Store } from '../../ports/store/store.ts'
import { postgresCatalog } from './catalog.ts'
import { postgresConfigText } from './config-text.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import type { ConnectionSettings, Connections } from './connections.ts'
import { openConnections } from './connections.ts'
import { postgresDocuments } from './documents.ts'
import { postgresLedger } from './ledger.ts'
import { type Listener, openListener } from './listener.ts'
import { acquireLock } from './lock.ts'
import { postgresMemoryVectors } from './memories.ts'
import { databaseOf } from './open.ts'
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

/** What all namespaces of a process have in common: one pool, and one connection that listens. */
export interface PostgresServer {
  readonly connections: Connections
  readonly listener: Listener
  limits(): Promise<ConnectionLimits>
  close(): Promise<void>
}

/** Nothing is opened yet: the first call connects. */
export function openPostgresServer(settings: ConnectionSettings): PostgresServer {
  const connections = openConnections(settings)
  const listener = openListener(() => connections.dedicated())
  return {
    connections,
    listener,
    limits: () => connectionLimits(connections),
    close: () => connections.close(),
  }
}

/** The first call brings the schema up to date. The server is closed by who opened it. */
export function openPostgresStore(
  server: PostgresServer,
  schema: string,
  digest: Digest,
): OpenPostgresStore {
  const database = databaseOf(server.connections, schema)
  const documents = postgresDocuments(database)
  const ledger = postgresLedger(database)
  const peers = postgresPeers(database, server.listener)
  const close = async (): Promise<void> => {
    await peers.leave()
    await ledger.flush()
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
