import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Lock } from '../../ports/lock.ts'
import { isLocked } from './explained.ts'

/**
 * Takes an exclusive lock on the file at `path`, or answers `undefined` when another process holds it.
 * Node has no flock; an exclusive SQLite transaction rests on the same byte-range locks.
 */
export function acquireLock(path: string): Lock | undefined {
  makePrivate(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database.close()
    if (isLocked(error)) return undefined
    throw error
  }
  return { release: () => database.close() }
}

/** Makes the file first, readable by its owner alone; SQLite gives its log the same mode. */
export function makePrivate(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}
