import { EngineError } from '../../../errors.ts'

/** Rejects when the answer takes longer; what has come while this process was busy is looked at first. */
export async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => late.reject(notThere())), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after so long, or when it is over; nobody stays up for it. */
export function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      over.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    over.addEventListener('abort', end)
  })
}

export function notThere(): EngineError {
  return new EngineError('store_unavailable', 'The database does not answer', {
    hint: 'Is Postgres up and reachable? The same call may pass in a moment.',
  })
}
