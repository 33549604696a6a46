import type { Clock } from '../../../ports/clock.ts'
import type { RegretReport } from './regret.ts'

/** Protects the results of tools that are often asked back. */
export interface RegretGuard {
  /** The tools whose results stay from now on; what was masked before stays masked. */
  tools(): readonly string[]
}

interface RegretGuardDeps {
  readonly regret: () => Promise<RegretReport>
  readonly now: Clock
  /** How many recoveries protect a tool. */
  readonly minCount: number
  readonly onError: (error: unknown) => void
}

const refreshMs = 60_000

/** Counts again once a minute, never in the way of a request. */
export function regretGuard({ regret, now, minCount, onError }: RegretGuardDeps): RegretGuard {
  let current: readonly string[] = []
  let refreshedAt = Number.NEGATIVE_INFINITY

  function refresh(): void {
    if (now() - refreshedAt < refreshMs) return
    refreshedAt = now()
    regret().then((report) => {
      current = regrettedTools(report, minCount)
    }, onError)
  }

  return {
    tools() {
      refresh()
      return current
    },
  }
}

/** Tools whose masked results were asked back at least `minCount` times, under whatever policy. */
export function regrettedTools({ groups }: RegretReport, minCount: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const { sieve, tool, count } of groups)
    if (sieve === 'mask' && tool !== '') counts.set(tool, (counts.get(tool) ?? 0) + count)
  return [...counts].filter(([, count]) => count >= minCount).map(([tool]) => tool)
}
