import { setTimeout as pause } from 'node:timers/promises'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { acquireLock } from '../sqlite/lock.ts'

/** How long a writer waits for another before it gives up. */
const lockTimeoutMs = 5000

const retryMs = 5

/**
 * Runs `work` while no other process or task holds `<path>.lock`. The lock is the operating
 * system's, so that a holder who is killed holds nothing.
 */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  timeoutMs = lockTimeoutMs,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  let lock = acquireLock(`${path}.lock`)
  while (lock === undefined) {
    if (performance.now() >= deadline)
      throw new EngineError(
        'lock_timeout',
        phrase`[atomic] lock timeout: ${path}: busy for ${timeoutMs} ms`,
        {
          hint: 'Another process is writing this file. Try again when it has finished.',
        },
      )
    await pause(retryMs + Math.random() * retryMs)
    lock = acquireLock(`${path}.lock`)
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
