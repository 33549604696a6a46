import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '../../src/adapters/postgres/database.ts'
import { openDatabase } from '../../src/adapters/postgres/open.ts'
import {
  noServer,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from './postgres-server.ts'

export interface PostgresStage {
  server(): PostgresServer
  /** A database in a new, empty schema, or in the one that is named. */
  open(schema?: string, changeUrl?: (url: string) => string): Database
}

/** Tests over one real server, which is started before them and gone after them. */
export function describePostgres(name: string, tests: (stage: PostgresStage) => void): void {
  describe.skipIf(postgresPrograms === undefined)(
    postgresPrograms === undefined ? `${name} (${noServer})` : name,
    () => {
      let server: PostgresServer | undefined
      const opened: Database[] = []
      beforeAll(async () => {
        server = await startPostgres(['fsync=off'])
      })
      afterAll(async () => {
        await Promise.all(opened.map((database) => database.close()))
        await server?.remove()
      })
      const running = (): PostgresServer => {
        if (!server) throw new Error('the server is started before the tests')
        return server
      }
      tests({
        server: running,
        open(schema = `tamis_${opened.length}`, changeUrl = (url) => url) {
          const settings = { schema, connections: 4, timeoutMs: 10_000 }
          const database = openDatabase({ url: changeUrl(running().url), ...settings })
          opened.push(database)
          return database
        },
      })
    },
  )
}
