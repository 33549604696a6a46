import type { DatabaseSync } from 'node:sqlite'
import { errorCodeOf, explained } from './explained.ts'

/** Runs `work` under the write lock; commits what it did, or nothing. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  let hasBegun = false
  try {
    database.exec('begin immediate')
    hasBegun = true
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (hasBegun) rollBack(database)
    throw explained(error)
  }
}

/** A full or failing disk has ended the transaction already; then there is nothing to roll back. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('rollback')
  } catch (error) {
    if (errorCodeOf(error) !== sqliteError) throw error
  }
}

const sqliteError = 1
