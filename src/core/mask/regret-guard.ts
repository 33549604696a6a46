import type { Clock } from '../../ports/clock.ts'
import type { Masking } from './mask.ts'
import type { RegretReport } from './regret.ts'

/** Protects the results of tools that are often asked back, from one commit of a conversation to the next. */
export interface RegretGuard {
  /** Masks a conversation with the tools in force for it. */
  mask(key: string, mask: (tools: readonly string[]) => Masking): Masking
  /** The tools in force for a new conversation. */
  tools(): readonly string[]
}

export interface RegretGuardDeps {
  readonly regret: () => Promise<RegretReport>
  readonly now: Clock
  /** How many recoveries protect a tool. */
  readonly minCount: number
  readonly onError: (error: unknown) => void
}

interface InForce {
  readonly commits: number
  readonly tools: readonly string[]
}

const refreshMs = 60_000
const rememberedConversations = 1000

/** A list that changed between two commits would change what was sent, so a conversation keeps its own until it commits. */
export function regretGuard({ regret, now, minCount, onError }: RegretGuardDeps): RegretGuard {
  const inForce = new Map<string, InForce>()
  let current: readonly string[] = []
  let refreshedAt = Number.NEGATIVE_INFINITY

  function refresh(): void {
    if (now() - refreshedAt < refreshMs) return
    refreshedAt = now()
    regret().then((report) => {
      current = regrettedTools(report, minCount)
    }, onError)
  }

  function remember(key: string, commits: number, tools: readonly string[]): void {
    inForce.delete(key)
    inForce.set(key, { commits, tools })
    const [oldest] = inForce.keys()
    if (inForce.size > rememberedConversations && oldest !== undefined) inForce.delete(oldest)
  }

  return {
    mask(key, mask) {
      refresh()
      const before = inForce.get(key)
      const masking = mask(before?.tools ?? current)
      if (before && masking.commits <= before.commits) return masking
      const fresh = before ? mask(current) : masking
      remember(key, fresh.commits, current)
      return fresh
    },
    tools: () => current,
  }
}

/** Tools whose masked results were asked back at least `minCount` times, under whatever policy. */
export function regrettedTools({ groups }: RegretReport, minCount: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const { sieve, tool, count } of groups)
    if (sieve === 'mask' && tool !== '') counts.set(tool, (counts.get(tool) ?? 0) + count)
  return [...counts].filter(([, count]) => count >= minCount).map(([tool]) => tool)
}
