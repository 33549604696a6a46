import { setTimeout } from 'node:timers/promises'

/** Resolves after so many milliseconds; keeps the process alive for it only where that is asked. */
export function pause(ms: number, isHolding = false): Promise<void> {
  return setTimeout(ms, undefined, { ref: isHolding })
}
