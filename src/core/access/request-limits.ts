import type { Clock } from '../../ports/clock.ts'

/** Counts the requests of each token in this process. */
export interface RequestLimits {
  /** Milliseconds until the next request of `id` may come; 0 lets this one through and counts it. */
  take(id: string, perMinute: number): number
}

interface Bucket {
  readonly left: number
  readonly at: number
}

const minuteMs = 60_000

/** A bucket of a minute's requests for each token, filled again at a steady pace. */
export function requestLimits(now: Clock): RequestLimits {
  const buckets = new Map<string, Bucket>()
  return {
    take(id, perMinute) {
      const at = now()
      const last = buckets.get(id) ?? { left: perMinute, at }
      const perMs = perMinute / minuteMs
      const left = Math.min(perMinute, last.left + (at - last.at) * perMs)
      if (left < 1) return Math.ceil((1 - left) / perMs)
      buckets.set(id, { left: left - 1, at })
      return 0
    },
  }
}
