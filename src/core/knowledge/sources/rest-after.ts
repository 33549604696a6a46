import type { SourceDefinition } from './source-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstRetryMs = 30_000
const longestRetryMs = hourMs

/** How one pass over a source went. */
export interface Pass {
  /** Bad reads in a row, this one among them. */
  readonly failures: number
  readonly isWatched: boolean
}

/**
 * How long a source rests before it is looked through again; `undefined` when nobody asked for that.
 * A watched one is too, now and then: a system may lose changes, or not tell those of another machine.
 */
export function restAfter(source: SourceDefinition, pass: Pass): number | undefined {
  const { watch, everyMs } = source
  if (pass.failures > 0) {
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(20, pass.failures - 1))
    return everyMs === undefined ? backOff : Math.min(everyMs, backOff)
  }
  if (everyMs !== undefined || !watch) return everyMs
  return pass.isWatched ? hourMs : 10 * minuteMs
}
