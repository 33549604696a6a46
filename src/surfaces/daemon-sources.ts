import { setTimeout } from 'node:timers/promises'
import type { Engine, Log } from '../engine.ts'
import { stackOf } from './http/stack-of.ts'

/** Keeps the sources that the configuration names fresh; answers how to stop, which waits for the document under way. */
export function keepSources({ knowledge }: Engine, log: Log): (waitMs: number) => Promise<void> {
  const stopped = new AbortController()
  const kept = knowledge.sources
    .keepFresh(stopped.signal)
    .catch((error: unknown) => log.error('sources-not-kept', { cause: stackOf(error) }))
  return async (waitMs) => {
    stopped.abort()
    // A drive that does not answer must not hold the daemon.
    await Promise.race([kept, setTimeout(waitMs, undefined, { ref: false })])
  }
}
