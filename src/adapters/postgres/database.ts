import pg from 'pg'
import type { Row } from '../rows/coding.ts'
import { failureOf } from './failures.ts'
import { withRetries } from './retry.ts'

/** A statement; one with a name is prepared once per connection. */
export interface Statement {
  readonly name?: string
  readonly text: string
}

/** Runs statements one after another on one connection. */
export interface Session {
  run(statement: Statement | string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Database extends Session {
  readonly schema: string
  /** The same for a statement that must not be done twice. */
  runOnce(statement: Statement | string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** All or nothing; `work` runs again from its start when the database rolled it back. */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    options?: { readonly isRepeatable?: boolean },
  ): Promise<Result>
  /** A connection of its own that is not part of the pool: for locks and notices. */
  dedicated(): Promise<pg.Client>
  close(): Promise<void>
}

export interface DatabaseSettings {
  readonly url: string
  /** The namespace: every table lies in the Postgres schema of this name. */
  readonly schema: string
  readonly connections: number
  readonly timeoutMs: number
}

const connectTimeoutMs = 5000
/** How many neighbours pgvector keeps in sight on its walk; more than a search asks for. */
export const hnswReach = 200

/** A pool on one schema. Nothing is opened yet; `prepare` runs once, before the first statement. */
export function connectDatabase(
  settings: DatabaseSettings,
  prepare: (session: Session) => Promise<void>,
): Database {
  const connection = connectionOptions(settings)
  const pool = new pg.Pool({
    ...connection,
    max: settings.connections,
    idleTimeoutMillis: 30_000,
    query_timeout: settings.timeoutMs + 5000,
    allowExitOnIdle: true,
  })
  // A connection that breaks while idle, or between two statements of a transaction, is noticed by the
  // next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  let prepared: Promise<void> | undefined
  const ready = (): Promise<void> => {
    prepared ??= inTransaction(pool, prepare).catch((error: unknown) => {
      prepared = undefined
      throw error
    })
    return prepared
  }
  const runWith = (isRepeatable: boolean): Session['run'] => {
    return (statement, values = []) =>
      withRetries(isRepeatable, async () => {
        await ready()
        return runOn(pool, statement, values)
      })
  }
  return {
    schema: settings.schema,
    run: runWith(true),
    runOnce: runWith(false),
    transaction: (work, { isRepeatable = true } = {}) =>
      withRetries(isRepeatable, async () => {
        await ready()
        return inTransaction(pool, work)
      }),
    async dedicated() {
      const client = new pg.Client({ ...connection, keepAlive: true })
      client.on('error', () => undefined)
      await withRetries(true, ready)
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

function connectionOptions({ url, schema, timeoutMs }: DatabaseSettings): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'tamis',
    options: startupOptions({
      search_path: `"${schema}",public`,
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs + 20_000,
      'hnsw.ef_search': hnswReach,
      // A daemon whose machine is gone gives up its locks within half a minute.
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    }),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  }
}

/** Given when a connection opens, so that every connection of the pool has them. */
function startupOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work({ run: (statement, values = []) => runOn(client, statement, values) })
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await giveBack(client, error)
    throw error
  }
}

/** Rolls back and returns the connection, or drops it when it is broken. */
async function giveBack(client: pg.PoolClient, error: unknown): Promise<void> {
  const failure = failureOf(error)
  if (failure === 'connection-lost' || failure === 'not-connected') return client.release(true)
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}

async function runOn(
  target: pg.Pool | pg.PoolClient | pg.Client,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { name, text } = typeof statement === 'string' ? { text: statement } : statement
  const result = await target.query({ text, values: [...values], ...(name ? { name } : {}) })
  return Array.isArray(result) ? [] : result.rows
}
