import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { damaged, damageHint } from './seal.ts'

/** What the machine does to a database, by SQLite's code. */
const machineFaults: ReadonlyMap<number, string> = new Map([
  [5, 'is locked by another process'],
  [8, 'is read-only'],
  [10, 'cannot be read or written: the disk fails'],
  [13, 'cannot grow: the disk is full'],
  [14, 'cannot be opened'],
])

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageFaults: ReadonlySet<number> = new Set([11, 26])

/** A fault of the machine as a refusal with what to do; anything else is a fault of ours. */
export function explained(error: unknown): unknown {
  const code = (errorCodeOf(error) ?? 0) & 0xff
  if (damageFaults.has(code))
    return new EngineError('store_damaged', 'The database is damaged', {
      hint: damageHint,
      cause: error,
    })
  const fault = machineFaults.get(code)
  if (fault === undefined) return error
  return new EngineError('store_unavailable', phrase`The store ${fault}`, {
    hint: 'Is its disk there, writable, and not full? `tamis doctor` checks.',
    cause: error,
  })
}

/** True for a file that is no database, or no longer a whole one. */
export function isDamage(error: unknown): boolean {
  return damageFaults.has((errorCodeOf(error) ?? 0) & 0xff)
}

/** True while another connection holds what this one needs. */
export function isLocked(error: unknown): boolean {
  return ((errorCodeOf(error) ?? 0) & 0xff) === 5
}

/** SQLite's own code of a failure. */
export function errorCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

const methods = ['all', 'get', 'run'] as const

/** Has every statement of a connection say what went wrong in our terms. */
export function explainFaults(database: DatabaseSync): DatabaseSync {
  const prepare = database.prepare.bind(database)
  database.prepare = (sql: string): StatementSync => {
    try {
      return explainStatement(prepare(sql))
    } catch (error) {
      throw explainedSchema(error)
    }
  }
  return database
}

function explainStatement(statement: StatementSync): StatementSync {
  for (const method of methods) {
    const plain = statement[method].bind(statement) as (...values: unknown[]) => unknown
    const explainedMethod = (...values: unknown[]): unknown => {
      try {
        return plain(...values)
      } catch (error) {
        throw explained(error)
      }
    }
    Object.assign(statement, { [method]: explainedMethod })
  }
  const iterate = statement.iterate.bind(statement) as (...values: unknown[]) => Iterable<unknown>
  return Object.assign(statement, {
    iterate: (...values: unknown[]) => explainRows(() => iterate(...values)),
  })
}

/** Rows that are read one by one fail one by one. */
function* explainRows(rows: () => Iterable<unknown>): Generator<unknown> {
  try {
    yield* rows()
  } catch (error) {
    throw explained(error)
  }
}

/** All our statements fit our schema: one that does not has met a schema whose text turned over. */
function explainedSchema(error: unknown): unknown {
  const isUnfit =
    error instanceof Error && /^(?:no such (?:column|table)|parse error)/.test(error.message)
  return isUnfit ? damaged('The schema', error) : explained(error)
}
