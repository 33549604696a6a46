import { setTimeout as pause } from 'node:timers/promises'
import { failureOf, toStoreError } from './failures.ts'

const attempts = 5
const firstPauseMs = 40

/**
 * Tries again what the database rolled back or never got; after a connection that broke half way
 * only what is harmless to do twice.
 */
export async function withRetries<Result>(
  isRepeatable: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      const mayRepeat =
        failure === 'rolled-back' ||
        failure === 'not-connected' ||
        (failure === 'connection-lost' && isRepeatable)
      if (!mayRepeat || attempt === attempts) throw toStoreError(error)
      // Apart by chance, so that those who collided do not meet again.
      await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
