import { connectDatabase, type Database, type DatabaseSettings } from './database.ts'
import { addFeatures } from './features.ts'
import { migrate } from './migrate.ts'

/** A database whose schema is up to date from the first statement on; nothing is opened before that. */
export function openDatabase(settings: DatabaseSettings): Database {
  return connectDatabase(settings, async (session) => {
    await migrate(session, settings.schema)
    await addFeatures(session, settings.schema)
  })
}
