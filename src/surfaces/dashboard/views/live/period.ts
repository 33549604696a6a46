import type { LedgerTotal } from '../../api/operations.ts'

export type Period = 'today' | '7' | '30'

export const periods = [
  { value: 'today', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The slots of a chart over a period, and how the ledger names them. */
export interface Slots {
  readonly by: 'hour' | 'day'
  readonly since: string
  readonly groups: readonly string[]
}

/** Days and hours are UTC, as the ledger counts them; `now` moves by the hour only. */
export function slotsOf(period: Period, now: number): Slots {
  const startOfDay = Math.floor(now / dayMs) * dayMs
  const [by, first, step, length] =
    period === 'today'
      ? (['hour', startOfDay, hourMs, 24] as const)
      : (['day', startOfDay - (Number(period) - 1) * dayMs, dayMs, Number(period)] as const)
  const groups = Array.from({ length }, (_, at) =>
    new Date(first + at * step).toISOString().slice(0, by === 'day' ? 10 : 13),
  )
  return { by, since: new Date(first).toISOString(), groups }
}

/** Tokens that did not go to a model. */
export function saved({ tokens }: LedgerTotal): number {
  return tokens.before - tokens.after
}
