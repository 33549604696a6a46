import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { explained, explainFaults, isDamage } from './explained.ts'
import { migrate } from './migrate.ts'
import { makePrivate } from './private-file.ts'
import { damageHint } from './seal.ts'

/** `full` is on the disk when a commit returns; `normal` outlives the process, but not a power cut. */
export type Durability = 'full' | 'normal'

/** Opens a database file and brings it up to date; `:memory:` for a throw-away one. */
export function openDatabase(
  path: string,
  migrations?: URL,
  durability: Durability = 'full',
): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivate(path)
    database = new DatabaseSync(path, { timeout: 5000 })
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = ${durability}; pragma foreign_keys = on`,
    )
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

function cannotOpen(path: string, cause: unknown): EngineError {
  if (isDamage(cause))
    return new EngineError('store_damaged', `The database ${path} is damaged`, {
      hint: damageHint,
      cause,
    })
  return new EngineError('store_unavailable', `Cannot open the database ${path}`, {
    hint: 'Is the folder there, writable, and not full? `tamis doctor` checks.',
    cause,
  })
}
