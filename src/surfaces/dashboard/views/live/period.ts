import type { LedgerTotal } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { startOfDay } from '../../parts/numbers.ts'

export type Period = 'today' | '7' | '30'

export const periods = [
  { value: 'today', label: say('Today') },
  { value: '7', label: say('7 days') },
  { value: '30', label: say('30 days') },
] as const

const hourMs = 3_600_000

/** The slots of a chart over a period: hours of today, or days, where the reader is. */
export interface Slots {
  readonly unit: 'hour' | 'day'
  readonly since: string
  /** When each begins, oldest first. */
  readonly starts: readonly number[]
}

export function slotsOf(period: Period, now: number): Slots {
  const today = startOfDay(now)
  if (period === 'today') {
    const starts = Array.from({ length: 24 }, (_, at) => today + at * hourMs)
    return { unit: 'hour', since: new Date(today).toISOString(), starts }
  }
  const days = Number(period)
  const starts = Array.from({ length: days }, (_, at) => daysBefore(today, days - 1 - at))
  return { unit: 'day', since: new Date(starts[0] ?? today).toISOString(), starts }
}

/** Midnights: a day with a change of clocks is longer or shorter than others. */
function daysBefore(midnight: number, days: number): number {
  const day = new Date(midnight)
  return day.setDate(day.getDate() - days)
}

/** Which slot an hour of the ledger, in UTC, belongs to; -1 for none. */
export function slotOf({ starts }: Slots, hour: string): number {
  const at = Date.parse(`${hour}:00Z`)
  return starts.findLastIndex((start) => start <= at)
}

/** Tokens of tool definitions that agents could have been given and found without. */
export function notShown({ definitions }: LedgerTotal): number {
  return definitions.before - definitions.after
}

/** Tokens that did not go to a model. */
export function saved({ tokens }: LedgerTotal): number {
  return tokens.before - tokens.after
}
