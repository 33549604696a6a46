import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresServer } from '../../test/support/postgres-server.ts'

/** Something that happens to the database, and passes. */
export interface DatabaseFault {
  readonly name: string
  run(server: PostgresServer, ms: number): Promise<void>
}

const cut =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tamis'"

/** Each for so long; afterwards all is as before. */
export const databaseFaults: readonly DatabaseFault[] = [
  {
    name: 'killed',
    async run(server, ms) {
      await server.stop('immediate')
      await pause(ms)
      await server.start()
    },
  },
  {
    name: 'hangs (SIGSTOP)',
    async run(server, ms) {
      server.hang()
      await pause(ms)
      server.resume()
    },
  },
  {
    name: 'connections cut, again and again',
    async run(server, ms) {
      for (let times = 0; times < 6; times++) {
        await server.query(cut)
        await pause(ms / 6)
      }
    },
  },
  {
    name: 'read-only',
    async run(server, ms) {
      await server.query('alter system set default_transaction_read_only = on')
      await server.query('select pg_reload_conf()')
      await server.query(cut)
      await pause(ms)
      // The one who puts it back must be allowed to write.
      await asWriter(server.url, 'alter system reset default_transaction_read_only')
      await asWriter(server.url, 'select pg_reload_conf()')
      await asWriter(server.url, cut)
    },
  },
  { name: 'out of connections', run: takeAllConnections },
]

/** Takes every connection there is and those that daemons give up. */
async function takeAllConnections(server: PostgresServer, ms: number): Promise<void> {
  const taken: pg.Client[] = []
  const until = performance.now() + ms
  const first = await take(server.url)
  if (first) taken.push(first)
  while (performance.now() < until) {
    const more = await take(server.url)
    if (more) taken.push(more)
    else {
      await first?.query(cut)
      await pause(20)
    }
  }
  await Promise.all(taken.map((client) => client.end()))
}

/** `undefined` when there is none left. */
async function take(connectionString: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '53300') return undefined
    throw error
  }
}

async function asWriter(connectionString: string, sql: string): Promise<void> {
  const options = '-c default_transaction_read_only=off'
  const client = new pg.Client({ connectionString, options })
  await client.connect()
  await client.query(sql)
  await client.end()
}
