import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { InputOf, LedgerTotal } from '../../api/operations.ts'
import type { Metric } from './metrics.ts'
import { type Period, type Slots, slotOf, slotsOf } from './period.ts'

export interface Summary {
  readonly slots: Slots
  readonly byKind: readonly LedgerTotal[]
  /** The totals of each kind by slot; a slot without any is absent. */
  readonly series: readonly KindSeries[]
}

interface KindSeries {
  readonly kind: string
  readonly slots: ReadonlyMap<number, LedgerTotal>
}

type Query = InputOf<'ledger.sum'>

/** A prune that the proxy asked for is inside its request's own account, so it is not added again. */
const insideProxy = { kind: 'prune', source: 'proxy' } as const

/** The totals of a period; `turn` asks again. The last good ones stay while the daemon is away. */
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
      if (outcome.kind === 'failed') throw new NotSummed(outcome.failure)
      return outcome.value.totals
    }
    const load = async (): Promise<void> => {
      const slots = slotsOf(period, Date.now())
      const { since } = slots
      const [kinds, hidden] = await Promise.all([
        sum({ since, by: 'kind' }),
        sum({ since, by: 'kind', ...insideProxy }),
      ])
      const byKind = subtract(kinds, hidden)
      const series = await Promise.all(
        byKind.map(async ({ group: kind }) => {
          const all = await sum({ since, by: 'hour', kind })
          const inner = kind === 'prune' ? await sum({ since, by: 'hour', ...insideProxy }) : []
          return { kind, slots: spread(slots, subtract(all, inner)) }
        }),
      )
      if (left.signal.aborted) return
      setFailure(undefined)
      setSummary({ slots, byKind, series })
    }
    load().catch((error: unknown) => {
      if (!(error instanceof NotSummed)) return reportError(error)
      if (!left.signal.aborted) setFailure(error.failure)
    })
    return () => left.abort()
  }, [period, turn])
  return { summary, failure }
}

class NotSummed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The values of a metric, slot by slot, for each kind that has any. */
export function valuesOf(
  { slots, series }: Summary,
  metric: Metric,
): readonly { readonly kind: string; readonly values: readonly number[] }[] {
  const { kind: only, over, parts } = metric
  if (parts)
    return parts.map(({ name, of }) => ({
      kind: name,
      values: slots.starts.map((_, at) =>
        series
          .filter(({ kind }) => kind === only)
          .reduce((sum, one) => {
            const total = one.slots.get(at)
            return total ? sum + of(total) : sum
          }, 0),
      ),
    }))
  return series
    .filter(({ kind }) => only === undefined || kind === only)
    .map((one) => ({
      kind: one.kind,
      values: slots.starts.map((_, at) => {
        const total = one.slots.get(at)
        if (!total) return 0
        const whole = over?.(total)
        return whole === undefined ? metric.of(total) : whole > 0 ? metric.of(total) / whole : 0
      }),
    }))
    .filter(({ values }) => values.some((value) => value !== 0))
}

function spread(slots: Slots, totals: readonly LedgerTotal[]): KindSeries['slots'] {
  const bySlot = Map.groupBy(totals, ({ group }) => slotOf(slots, group))
  bySlot.delete(-1)
  return new Map([...bySlot].map(([at, members]) => [at, members.reduce(added)]))
}

const pairs = ['lines', 'chars', 'tokens'] as const
const counts = ['entries', 'fallbacks', 'savedUsd', 'spentUsd', 'outdated'] as const

function combined(a: LedgerTotal, b: LedgerTotal, sign: 1 | -1): LedgerTotal {
  return {
    ...a,
    ...Object.fromEntries(counts.map((name) => [name, a[name] + sign * b[name]])),
    ...Object.fromEntries(
      pairs.map((name) => [
        name,
        {
          before: a[name].before + sign * b[name].before,
          after: a[name].after + sign * b[name].after,
        },
      ]),
    ),
    edits: {
      made: a.edits.made + sign * b.edits.made,
      grounded: a.edits.grounded + sign * b.edits.grounded,
    },
    names: {
      used: a.names.used + sign * b.names.used,
      inSight: a.names.inSight + sign * b.names.inSight,
    },
    definitions: {
      before: a.definitions.before + sign * b.definitions.before,
      after: a.definitions.after + sign * b.definitions.after,
    },
    timeMs: {
      whole: a.timeMs.whole + sign * b.timeMs.whole,
      added: a.timeMs.added + sign * b.timeMs.added,
    },
    cacheTokens: {
      read: a.cacheTokens.read + sign * b.cacheTokens.read,
      write: a.cacheTokens.write + sign * b.cacheTokens.write,
    },
  }
}

const added = (a: LedgerTotal, b: LedgerTotal): LedgerTotal => combined(a, b, 1)

function subtract(
  totals: readonly LedgerTotal[],
  hidden: readonly LedgerTotal[],
): readonly LedgerTotal[] {
  const byGroup = new Map(hidden.map((total) => [total.group, total]))
  return totals.map((total) => {
    const less = byGroup.get(total.group)
    return less ? combined(total, less, -1) : total
  })
}
