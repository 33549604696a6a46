import type { Clock } from '../../ports/clock.ts'
import { facet } from '../traffic/conversation-memory.ts'
import type { Recognised } from '../traffic/conversations.ts'
import type { Masking } from './mask.ts'
import type { RegretReport } from './regret.ts'

/** Protects the results of tools that are often asked back, from one commit of a conversation to the next. */
export interface RegretGuard {
  /** Masks a conversation with the tools in force for it. */
  mask(
    conversation: Pick<Recognised, 'memory' | 'parent'>,
    mask: (tools: readonly string[]) => Masking,
  ): Masking
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
const inForceFacet = facet<InForce>('protected-tools')
const ownBytes = 256

/** A list that changed between two commits would change what was sent, so a conversation keeps its own until it commits. */
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
    mask({ memory, parent }, mask) {
      refresh()
      // What was split off was sent under the list of where it comes from.
      const before = memory.get(inForceFacet) ?? parent?.get(inForceFacet)
      const masking = mask(before?.tools ?? current)
      if (before && masking.commits <= before.commits) {
        memory.set(inForceFacet, before, ownBytes)
        return masking
      }
      const fresh = before ? mask(current) : masking
      memory.set(inForceFacet, { commits: fresh.commits, tools: current }, ownBytes)
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
