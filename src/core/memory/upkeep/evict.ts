import { parseIsoTime } from '../../text/iso-time.ts'
import { daysBetween } from '../records/dates.ts'
import type { Learning } from '../records/records.ts'

/** Days a learning may stay without ever being injected. */
const maxIdleDays = 56

/** Age in whole days, from `date_created`, or from `date` where that is absent. */
export function ageDays(learning: Learning, nowMs: number): number {
  const created = parseIsoTime(learning.date_created ?? learning.date)
  return created === undefined ? 0 : daysBetween(created, nowMs)
}

/** Both conditions must hold: older than 56 days, and never injected. */
export function isStale(learning: Learning, injections: number, nowMs: number): boolean {
  return ageDays(learning, nowMs) > maxIdleDays && injections === 0
}
