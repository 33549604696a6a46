import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { explained, explainFaults, isDamage, isLocked } from './explained.ts'
import { makePrivate } from './lock.ts'
import { migrate } from './migrate.ts'
import { damageHint } from './seal.ts'

/** Another process may hold a database for so long before we call it locked. */
const patienceMs = 5000

/** `full` is on the disk when a commit returns; `normal` outlives the process, but not a power cut. */
type Durability = 'full' | 'normal'

/** Opens a database file and brings it up to date; `:memory:` for a throw-away one. */
export function openDatabase(
  path: string,
  migrations?: URL,
  durability: Durability = 'full',
  extension?: string,
): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivate(path)
    database = new DatabaseSync(path, {
      timeout: patienceMs,
      allowExtension: extension !== undefined,
    })
    if (extension !== undefined) loadOnly(database, extension)
    useWriteAheadLog(database)
    database.exec(`pragma synchronous = ${durability}; pragma foreign_keys = on`)
  } catch (cause) {
    database?.close()
    throw cannotOpen(path, cause)
  }
  try {
    migrate(explainFaults(database), migrations)
    return database
  } catch (error) {
    database.close()
    throw explained(error)
  }
}

/** No statement may load another. */
function loadOnly(database: DatabaseSync, extension: string): void {
  database.loadExtension(extension)
  database.enableLoadExtension(false)
}

/**
 * SQLite does not wait for another process while it changes the mode of a new database, as it does
 * elsewhere: of two that open one at the same moment, one would be told that it is locked.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const latest = performance.now() + patienceMs
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (!isLocked(error) || performance.now() > latest) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, betweenAttemptsMs)
    }
  }
}

const betweenAttemptsMs = 5

function cannotOpen(path: string, cause: unknown): EngineError {
  if (isDamage(cause))
    return new EngineError('store_damaged', phrase`The database ${path} is damaged`, {
      hint: damageHint,
      cause,
    })
  return new EngineError('store_unavailable', phrase`Cannot open the database ${path}`, {
    hint: 'Is the folder there, writable, and not full? `tamis doctor` checks.',
    cause,
  })
}
