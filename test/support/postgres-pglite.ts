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
  /** A database whose schema is as new; it ends the one opened before, for there is one session. */
  open(): Promise<Database>
  close(): Promise<void>
}

export async function startPglite(): Promise<PgliteServer> {
  const db = await PGlite.create({ extensions: { vector, pg_textsearch, pg_trgm } })
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 20 })
  await server.start()
  const url = `postgres://postgres@${server.getServerConn()}/postgres`
  let opened: Database | undefined
  let initial: Initial | undefined
  let schemas = 0
  /** The schema of before, emptied, or a new one where tables have come or gone. */
  const emptySchema = async (): Promise<string> => {
    if (initial && (await putBack(db, initial))) return initial.schema
    initial = undefined
    schemas += 1
    return `tamis_${schemas}`
  }
  return {
    async open() {
      await opened?.close()
      opened = undefined
      // PGlite takes no settings from those who connect, and keeps what the one before prepared.
      await db.exec(`deallocate all; reset all; set hnsw.ef_search = ${hnswReach}`)
      const schema = await emptySchema()
      opened = openDatabase({ url, schema, connections: 1, timeoutMs: 60_000 })
      await opened.prepared()
      initial ??= await initialOf(db, schema)
      return opened
    },
    async close() {
      await opened?.close()
      await server.stop()
      await db.close()
    },
  }
}

/** A schema as its migrations left it. */
interface Initial {
  readonly schema: string
  readonly indexes: ReadonlySet<string>
  /** What the migrations put into each table, as JSON. */
  readonly rows: ReadonlyMap<string, string>
}

async function initialOf(db: PGlite, schema: string): Promise<Initial> {
  const rows = new Map<string, string>()
  for (const table of await relationsOf(db, schema, 'r')) {
    const found = await db.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${schema}."${table}" t`,
    )
    rows.set(table, found.rows[0]?.rows ?? '[]')
  }
  return { schema, rows, indexes: new Set(await relationsOf(db, schema, 'i')) }
}

/** False where that cannot be. All migrations anew would take this server half a second. */
async function putBack(db: PGlite, { schema, indexes, rows }: Initial): Promise<boolean> {
  const tables = await relationsOf(db, schema, 'r')
  if (tables.length !== rows.size || tables.some((table) => !rows.has(table))) return false
  for (const index of await relationsOf(db, schema, 'i'))
    if (!indexes.has(index)) await db.exec(`drop index ${schema}."${index}"`)
  const named = tables.map((table) => `${schema}."${table}"`)
  await db.exec(`truncate ${named.join(', ')} restart identity cascade`)
  for (const [table, given] of rows)
    if (given !== '[]')
      await db.query(
        `insert into ${schema}."${table}"
         select * from json_populate_recordset(null::${schema}."${table}", $1::json)`,
        [given],
      )
  return true
}

async function relationsOf(
  db: PGlite,
  schema: string,
  kind: 'r' | 'i',
): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = '${schema}'::regnamespace and relkind = '${kind}'`,
  )
  return rows.map(({ name }) => name)
}
