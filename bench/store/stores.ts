import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest } from '../../src/adapters/node/digest.ts'
import { postgresDocuments } from '../../src/adapters/postgres/documents/documents.ts'
import { openPostgresServer, openPostgresStore } from '../../src/adapters/postgres/store.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { Documents } from '../../src/ports/store/documents.ts'
import type { Store } from '../../src/ports/store/store.ts'
import { startPglite } from '../../test/support/postgres-pglite.ts'
import type { PostgresServer } from '../../test/support/postgres-server.ts'

/** A knowledge base under comparison. */
export interface BenchDocuments {
  readonly name: string
  readonly documents: Documents
  close(): Promise<void>
}

/** One of the stores under comparison. */
export interface BenchStore extends BenchDocuments {
  readonly store: Store
}

export function openSqlite(): BenchStore {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-store-'))
  const store = sqliteStore(join(folder, 'tamis.db'), digest)
  const documents = openDocuments(join(folder, 'knowledge.db'))
  return {
    name: 'SQLite',
    store,
    documents,
    async close() {
      await store.close()
      documents.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export function openPostgres({ url }: PostgresServer): BenchStore {
  const server = openPostgresServer({ url, connections: 8, timeoutMs: 60_000 })
  const { store, documents, close } = openPostgresStore(server, 'tamis', digest)
  return {
    name: 'Postgres',
    store,
    documents: documents(),
    async close() {
      await close()
      await server.close()
    },
  }
}

export async function openPglite(): Promise<BenchDocuments> {
  const server = await startPglite()
  const documents = postgresDocuments(await server.open())
  return { name: 'PGlite', documents, close: server.close }
}
