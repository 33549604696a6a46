import type { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'

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

/** What the machine does to a database, by SQLite's code. */
const machineFaults: ReadonlyMap<number, string> = new Map([
  [5, 'is locked by another process'],
  [8, 'is read-only'],
  [10, 'cannot be read or written: the disk fails'],
  [11, 'is damaged'],
  [13, 'cannot grow: the disk is full'],
  [14, 'cannot be opened'],
  [26, 'is no database'],
])

/** A fault of the machine as a refusal with what to look at; anything else is a fault of ours. */
function explained(error: unknown): unknown {
  const fault = machineFaults.get((errorCodeOf(error) ?? 0) & 0xff)
  if (fault === undefined) return error
  return new EngineError('store_unavailable', `The store ${fault}`, {
    hint: 'Is its disk there, writable, and not full? `tamis doctor` checks.',
    cause: error,
  })
}

function errorCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}
