import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Embedder } from '../../ports/embedder.ts'

/** How long a server that was silent is left alone: longer than it takes most models to load. */
export const restMs = 60_000

/**
 * Makes the next calls fail at once after one that timed out, so that only one search a minute waits
 * for a server that hangs. A server that refuses costs no time and is asked each time.
 */
export function restingEmbedder(embedder: Embedder, now: Clock): Embedder {
  const { model } = embedder
  let restsUntil: number | undefined
  return {
    ...embedder,
    async embed(texts, role, signal) {
      if (restsUntil !== undefined) {
        if (now() < restsUntil) throw resting(model)
        // This call finds out whether it is back; those beside it rest on.
        restsUntil = now() + restMs
      }
      try {
        const vectors = await embedder.embed(texts, role, signal)
        restsUntil = undefined
        return vectors
      } catch (error) {
        if (isTimeout(error)) restsUntil = now() + restMs
        throw error
      }
    },
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'timeout'
}

function resting(model: string): EngineError {
  return new EngineError('timeout', phrase`${model} was silent a moment ago, and is left alone.`, {
    hint: phrase`It is asked again within ${restMs / 1000} seconds.`,
  })
}
