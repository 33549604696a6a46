import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest } from '../../src/adapters/node/digest.ts'
import { openPostgresStore } from '../../src/adapters/postgres/store.ts'
import { openDocuments } from '../../src/adapters/sqlite/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import type { Documents } from '../../src/ports/store/documents.ts'
import type { Store } from '../../src/ports/store/store.ts'
import type { PostgresServer } from '../../test/support/postgres-server.ts'

/** One of the stores under comparison. */
export interface BenchStore {
  readonly name: string
  readonly store: Store
  readonly documents: Documents
  close(): Promise<void>
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
  const settings = { url, schema: 'tamis', connections: 8, timeoutMs: 60_000 }
  const { store, documents, close } = openPostgresStore(settings, digest)
  return { name: 'Postgres', store, documents: documents(), close }
}
