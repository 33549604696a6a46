import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { InputOf, LedgerTotal } from '../../api/operations.ts'
import { type Period, type Slots, saved, slotsOf } from './period.ts'

export interface Summary {
  readonly slots: Slots
  readonly byKind: readonly LedgerTotal[]
  /** Tokens saved in each slot, by kind; the largest kind first. */
  readonly series: readonly { readonly kind: string; readonly saved: readonly number[] }[]
}

type Query = InputOf<'ledger.sum'>

/** A prune that the proxy asked for is inside its request's own account, so it is not added again. */
const insideProxy = { kind: 'prune', source: 'proxy' } as const

/** The totals of a period; `turn` asks again. */
export function useSummary(
  period: Period,
  turn: number,
): { summary: Summary | undefined; failure: Failure | undefined } {
  const [summary, setSummary] = useState<Summary>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    const left = new AbortController()
    const sum = async (query: Query): Promise<readonly LedgerTotal[]> => {
      const outcome = await call('ledger.sum', query, left.signal)
      if (outcome.kind === 'done') return outcome.value.totals
      if (!left.signal.aborted) setFailure(outcome.failure)
      return []
    }
    const load = async (): Promise<void> => {
      const slots = slotsOf(period, Date.now())
      const { since, by } = slots
      const [kinds, hidden] = await Promise.all([
        sum({ since, by: 'kind' }),
        sum({ since, by: 'kind', ...insideProxy }),
      ])
      const byKind = subtract(kinds, hidden)
      const series = await Promise.all(
        byKind
          .filter((total) => saved(total) > 0)
          .map(async ({ group: kind }) => {
            const all = await sum({ since, by, kind })
            const inner = kind === 'prune' ? await sum({ since, by, ...insideProxy }) : []
            return { kind, saved: spread(slots, subtract(all, inner)) }
          }),
      )
      if (!left.signal.aborted) setSummary({ slots, byKind, series })
    }
    setFailure(undefined)
    load().catch(reportError)
    return () => left.abort()
  }, [period, turn])
  return { summary, failure }
}

function spread({ groups }: Slots, totals: readonly LedgerTotal[]): readonly number[] {
  const byGroup = new Map(totals.map((total) => [total.group, saved(total)]))
  return groups.map((group) => Math.max(0, byGroup.get(group) ?? 0))
}

function subtract(
  totals: readonly LedgerTotal[],
  hidden: readonly LedgerTotal[],
): readonly LedgerTotal[] {
  const byGroup = new Map(hidden.map((total) => [total.group, total]))
  return totals.map((total) => {
    const less = byGroup.get(total.group)
    if (!less) return total
    const { before, after } = total.tokens
    return {
      ...total,
      entries: total.entries - less.entries,
      tokens: { before: before - less.tokens.before, after: after - less.tokens.after },
    }
  })
}
