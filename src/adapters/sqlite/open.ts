import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { migrate } from './migrate.ts'
import { makePrivate } from './private-file.ts'

/** Opens a database file and brings it up to date; `:memory:` for a throw-away one. */
export function openDatabase(path: string, migrations?: URL): DatabaseSync {
  let database: DatabaseSync
  try {
    makePrivate(path)
    database = new DatabaseSync(path, { timeout: 5000 })
    database.exec('pragma journal_mode = wal')
  } catch (cause) {
    throw new EngineError('store_unavailable', `Cannot open the database ${path}`, {
      hint: 'Is the folder there, writable, and not full? `tamis doctor` checks.',
      cause,
    })
  }
  database.exec('pragma synchronous = normal; pragma foreign_keys = on')
  migrate(database, migrations)
  return database
}
