import pg from 'pg'
import { failureOf } from './failures.ts'

export interface ConnectionSettings {
  readonly url: string
  readonly connections: number
  readonly timeoutMs: number
}

/** How many connections a pool has open, and how many calls wait for one. */
interface PoolUsage {
  readonly busy: number
  readonly idle: number
  readonly most: number
  readonly waiting: number
}

/** Connections to one server, which all schemas of a daemon share. */
export interface Connections {
  /** Runs `work` on a connection on which names are those of the schema. */
  use<Result>(schema: string, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** A connection of its own that is not part of the pool; no question on it waits longer than is said. */
  dedicated(queryTimeoutMs?: number): Promise<pg.Client>
  usage(): PoolUsage
  close(): Promise<void>
}

const connectTimeoutMs = 5000
/** How many neighbours pgvector keeps in sight on its walk; more than a search asks for. */
export const hnswReach = 200

/** A pool. Nothing is opened yet. */
export function openConnections(settings: ConnectionSettings): Connections {
  const options = connectionOptions(settings)
  const pool = new pg.Pool({
    ...options,
    max: settings.connections,
    idleTimeoutMillis: 30_000,
    query_timeout: settings.timeoutMs + 5000,
    allowExitOnIdle: true,
  })
  // A connection that breaks while idle, or between two statements of a transaction, is noticed by the
  // next call; without a listener its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const schemaOf = new WeakMap<pg.PoolClient, string>()

  /** Nothing of `public`, where others may put what they like, and temporary tables last. */
  async function enter(client: pg.PoolClient, schema: string): Promise<void> {
    if (schemaOf.get(client) === schema) return
    schemaOf.delete(client)
    await client.query(`set search_path to "${schema}", pg_temp`)
    schemaOf.set(client, schema)
  }

  return {
    async use(schema, work) {
      const client = await pool.connect()
      let isBroken = false
      try {
        await enter(client, schema)
        return await work(client)
      } catch (error) {
        isBroken = isConnectionGone(error)
        throw error
      } finally {
        client.release(isBroken)
      }
    },
    async dedicated(queryTimeoutMs) {
      const client = new pg.Client({ ...options, query_timeout: queryTimeoutMs })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      most: settings.connections,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** After these nobody can say what the connection would answer next. */
export function isConnectionGone(error: unknown): boolean {
  const failure = failureOf(error)
  return failure === 'connection-lost' || failure === 'not-connected'
}

function connectionOptions({ url, timeoutMs }: ConnectionSettings): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'tamis',
    options: startupOptions({
      search_path: 'pg_temp',
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
