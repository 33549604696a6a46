import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { hnswReach } from '../../src/adapters/postgres/connections.ts'
import type { Database } from '../../src/adapters/postgres/database.ts'
import { openDatabase } from '../../src/adapters/postgres/open.ts'

/** Postgres in this process, with every extension, behind a real socket. */
export interface PgliteServer {
  /** A database in a new, empty schema; it ends the one opened before, for there is one session. */
  open(): Promise<Database>
  close(): Promise<void>
}

export async function startPglite(): Promise<PgliteServer> {
  const db = await PGlite.create({ extensions: { vector, pg_textsearch, pg_trgm } })
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 20 })
  await server.start()
  const url = `postgres://postgres@${server.getServerConn()}/postgres`
  let opened: Database | undefined
  let schemas = 0
  return {
    async open() {
      await opened?.close()
      schemas += 1
      const schema = `tamis_${schemas}`
      // PGlite takes no settings from those who connect, and keeps what the one before prepared.
      await db.exec(`deallocate all; set hnsw.ef_search = ${hnswReach}`)
      opened = openDatabase({ url, schema, connections: 1, timeoutMs: 60_000 })
      return opened
    },
    async close() {
      await opened?.close()
      await server.stop()
      await db.close()
    },
  }
}
