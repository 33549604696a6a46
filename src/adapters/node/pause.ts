import { setTimeout } from 'node:timers/promises'

/** Resolves after so many milliseconds, without keeping the process alive for it. */
export function pause(ms: number): Promise<void> {
  return setTimeout(ms, undefined, { ref: false })
}
