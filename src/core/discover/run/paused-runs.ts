import type { Clock } from '../../../ports/clock.ts'
import type { ScriptCall } from './run-code.ts'

/** A script that stopped before a call that a person must agree to, and what it had been answered. */
export interface PausedRun {
  /** The time it saw: with the same time and the same answers it comes to the same place again. */
  readonly now: number
  readonly calls: readonly ScriptCall[]
  /** The tools that a person was asked about. */
  readonly asked: ReadonlySet<string>
}

export interface PausedRuns {
  /** Whether it was kept: one with very long answers is not, and would begin anew. */
  keep(key: string, run: PausedRun): boolean
  take(key: string): PausedRun | undefined
}

const keptMs = 10 * 60_000
const mostRuns = 50
const mostChars = 2_000_000

export function createPausedRuns(now: Clock): PausedRuns {
  const runs = new Map<string, { readonly at: number; readonly run: PausedRun }>()
  return {
    keep(key, run) {
      if (JSON.stringify(run.calls).length > mostChars) return false
      runs.delete(key)
      runs.set(key, { at: now(), run })
      for (const oldest of runs.keys()) if (runs.size > mostRuns) runs.delete(oldest)
      return true
    },
    take(key) {
      const found = runs.get(key)
      runs.delete(key)
      return found && now() - found.at <= keptMs ? found.run : undefined
    },
  }
}

/** Gives each answer once, to the call that was made with the same arguments. */
export function repeatAnswers(
  calls: readonly ScriptCall[],
): (tool: string, args: unknown) => { readonly output: unknown } | undefined {
  const left = new Map<string, { readonly output: unknown }[]>()
  for (const { tool, args, output, isSuccess } of calls) {
    if (!isSuccess) continue
    const key = JSON.stringify([tool, args])
    left.set(key, [...(left.get(key) ?? []), { output }])
  }
  return (tool, args) => left.get(JSON.stringify([tool, args]))?.shift()
}
