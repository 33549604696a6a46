import type { DatabaseSync } from 'node:sqlite'
import { explained } from '../explained.ts'
import { inTransaction } from '../transaction.ts'

/** Runs a write in a transaction that it may share, and resolves once it is on the disk. */
export type Commit = <Result>(work: () => Result) => Promise<Result>

interface Job {
  readonly work: () => unknown
  readonly done: (result: unknown) => void
  readonly failed: (error: unknown) => void
}

/** More than so many at once would hold the event loop up. */
const mostTogether = 256

/**
 * One transaction, and so one flush, for all writes that wait: those that come in one turn of the event
 * loop. Each is whole or not at all, whatever becomes of the others beside it.
 */
export function groupCommit(database: DatabaseSync): Commit {
  let waiting: Job[] = []

  function commitWaiting(): void {
    const together = waiting.slice(0, mostTogether)
    waiting = waiting.slice(mostTogether)
    if (waiting.length > 0) setImmediate(commitWaiting)
    let settle: (() => void)[] = []
    try {
      inTransaction(database, () => {
        settle = together.map((job) => attempt(database, job))
      })
    } catch (error) {
      for (const { failed } of together) failed(error)
      return
    }
    for (const tell of settle) tell()
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, done: resolve as Job['done'], failed: reject })
      if (waiting.length === 1) setImmediate(commitWaiting)
    })
}

/** Does one job inside the transaction of all; what it says afterwards, to be told once that is on the disk. */
function attempt(database: DatabaseSync, { work, done, failed }: Job): () => void {
  database.exec('savepoint one')
  try {
    const result = work()
    database.exec('release one')
    return () => done(result)
  } catch (error) {
    if (!isUndone(database)) throw error
    return () => failed(explained(error))
  }
}

/** False when a disk that is full or fails has ended the whole transaction: then all are told. */
function isUndone(database: DatabaseSync): boolean {
  try {
    database.exec('rollback to one; release one')
    return true
  } catch {
    return false
  }
}
