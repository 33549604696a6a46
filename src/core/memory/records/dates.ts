import { toIsoDate, toIsoTime } from '../../text/iso-time.ts'

/** Length of a day in milliseconds; every date here is UTC. */
export const dayMs = 86_400_000

/** `YYYY-MM-DD-HHMMSS`, the stamp of a clarification file. */
export function toStamp(epochMs: number): string {
  return `${toIsoDate(epochMs)}-${toIsoTime(epochMs).slice(11, 19).replaceAll(':', '')}`
}

/** Whole calendar days (UTC) from one moment to another. */
export function daysBetween(fromMs: number, toMs: number): number {
  return Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs)
}
