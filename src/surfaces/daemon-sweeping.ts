import { setTimeout } from 'node:timers/promises'
import type { Engine, Log } from '../engine.ts'
import { EngineError } from '../errors.ts'
import { stackOf } from './http/error-boundary.ts'

const firstSweepMs = 1000
const sweepPauseMs = 20

/** Small steps with pauses between them, so that no request waits for a sweep; answers how to stop. */
export function keepSweeping(engine: Engine, log: Log): () => void {
  const stopped = new AbortController()
  const sweep = async (): Promise<void> => {
    for (let pauseMs = firstSweepMs; ; ) {
      await setTimeout(pauseMs, undefined, { ref: false, signal: stopped.signal })
      pauseMs = (await sweepOnce(engine, log)) ? sweepPauseMs : engine.sweepEveryMs
    }
  }
  // Only the pause throws, when the daemon stops.
  sweep().catch(() => undefined)
  return () => stopped.abort()
}

/** Whatever goes wrong once must not end the sweeping for good. */
async function sweepOnce(engine: Engine, log: Log): Promise<boolean> {
  try {
    return await engine.sweep()
  } catch (error) {
    if (error instanceof EngineError) log.warn('sweep-postponed', { code: error.code })
    else log.error('sweep-failed', { cause: stackOf(error) })
    return false
  }
}

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
