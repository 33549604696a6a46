/** Length of a day in milliseconds; every date here is UTC. */
export const dayMs = 86_400_000

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since the epoch of an ISO 8601 date or date-time (UTC unless it says otherwise), or undefined. */
export function parseDate(text: string): number | undefined {
  const match = form.exec(text.trim())
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const isReal =
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) && hour < 24
  if (!isReal || minute > 59 || second > 59) return undefined
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const clock = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  return daysFromCivil(year, month, day) * dayMs + clock - offsetMs(match[8])
}

/** ISO 8601 with milliseconds and `Z`, as `Date.prototype.toISOString` would give. */
export function formatDateTime(epochMs: number): string {
  const { day, clock } = split(epochMs)
  const part = (size: number, modulus: number) => Math.floor(clock / size) % modulus
  const time = [part(3_600_000, 24), part(60_000, 60), part(1000, 60)].map(two).join(':')
  return `${formatDay(day)}T${time}.${String(clock % 1000).padStart(3, '0')}Z`
}

/** `YYYY-MM-DD` of a moment. */
export function formatDate(epochMs: number): string {
  return formatDay(split(epochMs).day)
}

/** `YYYY-MM-DD-HHMMSS`, the stamp of a clarification file. */
export function formatStamp(epochMs: number): string {
  return `${formatDate(epochMs)}-${formatDateTime(epochMs).slice(11, 19).replaceAll(':', '')}`
}

/** Whole calendar days (UTC) from one moment to another. */
export function daysBetween(fromMs: number, toMs: number): number {
  return split(toMs).day - split(fromMs).day
}

function split(epochMs: number): { day: number; clock: number } {
  const day = Math.floor(epochMs / dayMs)
  return { day, clock: epochMs - day * dayMs }
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000
}

function daysInMonth(year: number, month: number): number {
  return (
    daysFromCivil(month === 12 ? year + 1 : year, (month % 12) + 1, 1) -
    daysFromCivil(year, month, 1)
  )
}

// Proleptic Gregorian calendar counted in eras of 400 years that begin on 1 March.
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function formatDay(dayNumber: number): string {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
