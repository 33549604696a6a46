import { setTimeout } from 'node:timers/promises'

/** Resolves after so many milliseconds; keeps the process alive for it only where that is asked. */
export function pause(ms: number, isHolding = false): Promise<void> {
  return setTimeout(ms, undefined, { ref: isHolding })
}

/** The same; what nobody holds the process for does not go on once `closed`: its stores are gone. */
export function pauseUntil(closed: AbortSignal): typeof pause {
  return async (ms, isHolding = false) => {
    await pause(ms, isHolding)
    if (closed.aborted && !isHolding) await new Promise<never>(() => undefined)
  }
}
