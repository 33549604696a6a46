import type { Digest } from '../../ports/digest.ts'
import type { Lock } from '../../ports/lock.ts'
import type { Log } from '../../ports/log.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { MemoryVectors } from '../../ports/store/memories.ts'
import type { Store } from '../../ports/store/store.ts'
import type { WaitingWrites } from '../../ports/store/waiting-writes.ts'
import { postgresCatalog } from './catalog.ts'
import { postgresConfigText } from './config-text.ts'
import { type ConnectionSettings, type Connections, openConnections } from './connections.ts'
import type { Database } from './database.ts'
import { postgresDocuments } from './documents/documents.ts'
import { postgresLedger } from './ledger.ts'
import { acquireLock } from './lock.ts'
import { postgresMemoryVectors } from './memories.ts'
import { databaseOf } from './open.ts'
import { postgresOriginals } from './originals.ts'
import { type Listener, openListener } from './peers/listener.ts'
import { postgresPeers } from './peers/peers.ts'
import { postgresSentResults } from './sent-results.ts'
import { postgresTokens } from './tokens.ts'
import { drainWaiting } from './waiting/drain-waiting.ts'
import { openPulse, type Pulse, pulseQueryMs } from './waiting/pulse.ts'
import { type QueuedParts, queuedParts, sendWaiting } from './waiting/queued-parts.ts'

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
  /** Where requests must not wait for a database that does not answer. */
  readonly pulse?: Pulse
  limits(): Promise<ConnectionLimits>
  close(): Promise<void>
}

/** A connection that was cut without a word never answers: another is tried after so long. */
const lostQueryMs = 3000

/** Without a pulse the first call connects. */
export function openPostgresServer(settings: ConnectionSettings, hasPulse = false): PostgresServer {
  const connections = openConnections(settings)
  const listener = openListener(() => connections.dedicated(lostQueryMs))
  const pulse = hasPulse ? openPulse(() => connections.dedicated(pulseQueryMs)) : undefined
  return {
    connections,
    listener,
    ...(pulse ? { pulse } : {}),
    limits: () => connectionLimits(connections),
    async close() {
      pulse?.stop()
      await connections.close()
    },
  }
}

/** Where what the database does not take now waits. */
export interface QueueParts {
  readonly queue: WaitingWrites
  readonly log: Log
}

/** The first call brings the schema up to date. The server is closed by who opened it. */
export function openPostgresStore(
  server: PostgresServer,
  schema: string,
  digest: Digest,
  waiting?: QueueParts,
): OpenPostgresStore {
  const plain = databaseOf(server.connections, schema)
  const database = server.pulse ? watchedDatabase(plain, server.pulse) : plain
  const documents = postgresDocuments(database)
  const peers = postgresPeers(plain, server.listener)
  const partsOver = (over: Database): QueuedParts => ({
    originals: postgresOriginals(over, digest),
    sentResults: postgresSentResults(over),
    ledger: postgresLedger(over),
  })
  const parts = partsOver(database)
  const hurried = server.pulse ? partsOver(watchedDatabase(plain, server.pulse, true)) : parts
  const drain = waiting && drainWaiting(waiting.queue, sendWaiting(parts), waiting.log)
  const { originals, sentResults, ledger } =
    waiting && drain ? queuedParts(parts, hurried, waiting.queue, drain) : parts
  const close = async (): Promise<void> => {
    await peers.leave()
    await drain?.end()
    await waiting?.queue.close()
  }
  return {
    store: {
      originals,
      sentResults,
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

/** How many connections a server has for programs like this one, and how many are taken now. */
interface ConnectionLimits {
  readonly most: number
  readonly taken: number
}

const question = `select current_setting('max_connections')::integer
    - current_setting('superuser_reserved_connections')::integer as most,
  (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as taken`

/** Asked on a connection of the pool. */
function connectionLimits(connections: Connections): Promise<ConnectionLimits> {
  return connections.use('pg_catalog', async (client) => {
    const { rows } = await client.query(question)
    return { most: Number(rows[0]?.most), taken: Number(rows[0]?.taken) }
  })
}

/** The same database, whose calls wait for no server that does not answer. */
function watchedDatabase(database: Database, pulse: Pulse, isHurried = false): Database {
  return {
    ...database,
    run: (statement, values) => pulse.guard(() => database.run(statement, values), isHurried),
    runOnce: (statement, values) =>
      pulse.guard(() => database.runOnce(statement, values), isHurried),
    transaction: (work, options) =>
      pulse.guard(() => database.transaction(work, options), isHurried),
  }
}
