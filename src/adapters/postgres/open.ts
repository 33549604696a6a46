import { type ConnectionSettings, type Connections, openConnections } from './connections.ts'
import { connectDatabase, type Database } from './database.ts'
import { addFeatures } from './features.ts'
import { migrate } from './migrate.ts'

export interface DatabaseSettings extends ConnectionSettings {
  /** The namespace: every table lies in the Postgres schema of this name. */
  readonly schema: string
}

/** A database whose schema is up to date from the first statement on; nothing is opened before that. */
export function openDatabase(settings: DatabaseSettings): Database {
  return databaseOf(openConnections(settings), settings.schema)
}

/** The same over connections that others use too; closing it closes them for all. */
export function databaseOf(connections: Connections, schema: string): Database {
  return connectDatabase(connections, schema, async (session) => {
    await migrate(session, schema)
    await addFeatures(session, schema)
  })
}
