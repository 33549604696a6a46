import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { digest } from '../adapters/node/digest.ts'
import type { PostgresServer } from '../adapters/postgres/store.ts'
import { type OpenDocuments, openDocuments } from '../adapters/sqlite/documents/open-documents.ts'
import { acquireLock } from '../adapters/sqlite/lock.ts'
import { sqliteMemoryVectors } from '../adapters/sqlite/memories.ts'
import { sqliteStore, unavailableStore } from '../adapters/sqlite/store.ts'
import { sqliteWaitingWrites } from '../adapters/sqlite/writes/waiting-writes.ts'
import { type WriterThread, writerThread } from '../adapters/sqlite/writes/writer-thread.ts'
import { makeFolder } from '../config/make-folder.ts'
import type { Config } from '../config/schema.ts'
import { EngineError } from '../errors.ts'
import { defaultNamespace } from '../ports/caller.ts'
import type { Lock } from '../ports/lock.ts'
import type { Log } from '../ports/log.ts'
import type { Documents } from '../ports/store/documents.ts'
import type { MemoryVectors } from '../ports/store/memories.ts'
import type { Store } from '../ports/store/store.ts'
import type { WaitingWrites } from '../ports/store/waiting-writes.ts'
import { chooseVectors, keepVectors } from './vector-stores.ts'

/** Everything that is kept in a database, whichever it is. */
export interface OpenStore {
  readonly store: Store
  readonly memoryVectors: MemoryVectors
  /** The knowledge base; opened by the first call that needs it. */
  documents(): Documents
  /** The lock that one ingest at a time holds; `undefined` when another has it. */
  ingestLock(): Promise<Lock | undefined>
  close(): Promise<void>
}

/** The schema of a Postgres database that a daemon without namespaces uses. */
const defaultSchema = 'tamis'

/** Where a namespace keeps its data: a folder, and a schema of its own on Postgres. */
export interface Place {
  readonly home: string
  readonly schema: string
}

export function placeOf({
  home,
  namespace = defaultNamespace,
}: {
  readonly home: string
  readonly namespace?: string | undefined
}): Place {
  if (namespace === defaultNamespace) return { home, schema: defaultSchema }
  return { home: join(home, 'namespaces', namespace), schema: `${defaultSchema}_${namespace}` }
}

/** Where a namespace keeps the files of memory; in a folder that the configuration names, each has its own inside. */
export function memoryFolder(
  folder: string | undefined,
  { home, namespace = defaultNamespace }: { home: string; namespace?: string | undefined },
): string {
  if (folder === undefined) return join(placeOf({ home, namespace }).home, 'memory')
  return namespace === defaultNamespace
    ? resolve(folder)
    : join(resolve(folder), 'namespaces', namespace)
}

/** The database, and the vector store beside it where the configuration names one. */
export async function openStore(
  settings: Config['store'],
  home: string,
  schema: string = defaultSchema,
  parts: StoreParts = {},
): Promise<OpenStore> {
  const openVectors = await chooseVectors(settings)
  const opened = await openDatabases(settings, home, schema, parts)
  if (openVectors === undefined) return opened
  const place = { home: parts.vectorsHome ?? home, schema }
  return keepVectors(opened, () => openVectors(place))
}

/** Postgres when the configuration names one, else SQLite in the home, which a thread may write. */
async function openDatabases(
  settings: Config['store'],
  home: string,
  schema: string,
  { thread, server, log }: StoreParts,
): Promise<OpenStore> {
  if (settings.url === undefined) return openSqlite(home, thread)
  const { openPostgresStore } = await import('../adapters/postgres/store.ts')
  if (server) {
    const queue = log && { queue: openQueue(home), log }
    return openPostgresStore(server, schema, digest, queue)
  }
  const own = await openServer(settings)
  const opened = openPostgresStore(own, schema, digest)
  return {
    ...opened,
    async close() {
      await opened.close()
      await own.close()
    },
  }
}

/** What the stores of all namespaces of a process share. */
export interface StoreParts {
  /** Writes SQLite. */
  readonly thread?: WriterThread | undefined
  /** Connections to Postgres. */
  readonly server?: PostgresServer | undefined
  /** Of a daemon: what Postgres does not take now waits in its home. */
  readonly log?: Log | undefined
  /** Where vectors beside the database lie, when that is not its own home. */
  readonly vectorsHome?: string
}

/** Loaded only when it is wanted: the driver costs every start of the command line otherwise. */
export async function openServer(
  settings: Config['store'],
  isDaemon = false,
): Promise<PostgresServer> {
  const { url } = settings
  if (url === undefined)
    throw new EngineError('config_invalid', 'No Postgres database is configured', {
      hint: 'Set TAMIS_DATABASE_URL in the environment.',
    })
  const { openPostgresServer } = await import('../adapters/postgres/store.ts')
  const server = openPostgresServer({ ...settings, url }, isDaemon)
  // A start may take a moment, and goes on without the database.
  await server.pulse?.firstTry(firstTryMs)
  return server
}

const firstTryMs = 2000

function openQueue(home: string): WaitingWrites {
  makeFolder(home)
  return sqliteWaitingWrites(join(home, 'waiting.db'))
}

/** A store that cannot be opened refuses its own calls, not the commands that need none. */
function openSqlite(home: string, thread?: WriterThread): OpenStore {
  const vectors = sqliteMemoryVectors(join(home, 'memory-index.db'))
  const store = openSqliteStore(home, thread)
  let documents: OpenDocuments | undefined
  return {
    store,
    memoryVectors: vectors,
    documents() {
      documents ??= openDocuments(join(home, 'knowledge.db'))
      return documents
    },
    ingestLock: async () => acquireLock(join(home, 'ingest.lock')),
    async close() {
      documents?.close()
      vectors.close()
      await store.close()
    },
  }
}

const isAboutStore: ReadonlySet<string> = new Set(['store_unavailable', 'store_damaged'])

/** The store in the home's database; one that cannot be opened says so when it is asked. */
export function openSqliteStore(home: string, thread?: WriterThread): Store {
  try {
    makeFolder(home)
    return sqliteStore(join(home, 'tamis.db'), digest, thread)
  } catch (error) {
    if (error instanceof EngineError && isAboutStore.has(error.code)) return unavailableStore(error)
    throw error
  }
}

/** One thread for all databases of a daemon; a command that writes once does without. */
export function openWriterThread(log: Log): WriterThread {
  const start = (): Worker =>
    new Worker(new URL('./writer.ts', import.meta.url), { execArgv: [], env: {} })
  return writerThread(start, (cause) => log.error('store-writer-ended', { cause: String(cause) }))
}
