/** A time limit that does not run while a person is being asked. */
interface Patience {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  during<Result>(work: () => Promise<Result>): Promise<Result>
  /** Ends the limit: from now on somebody else says how long it may take. */
  end(): void
}

export function createPatience(limitMs: number, now: () => number): Patience {
  const over = new AbortController()
  let leftMs = limitMs
  let startedAt = now()
  let asking = 0
  let isEnded = false
  let timer = setTimeout(() => over.abort(), leftMs)
  return {
    signal: over.signal,
    async during(work) {
      asking += 1
      if (asking === 1) {
        clearTimeout(timer)
        leftMs -= now() - startedAt
      }
      try {
        return await work()
      } finally {
        asking -= 1
        if (asking === 0 && !isEnded) {
          startedAt = now()
          timer = setTimeout(() => over.abort(), Math.max(0, leftMs))
        }
      }
    },
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
