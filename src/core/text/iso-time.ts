const dayMs = 86_400_000

/** `2026-02-26T13:00:00.000Z` for milliseconds since the epoch; pure, where `Date` is a clock at hand. */
export function toIsoTime(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const rest = Math.floor(ms - day * dayMs)
  const pad = (value: number, width: number): string => String(value).padStart(width, '0')
  const hours = Math.floor(rest / 3_600_000)
  const minutes = Math.floor(rest / 60_000) % 60
  const seconds = Math.floor(rest / 1000) % 60
  return `${toIsoDate(ms)}T${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}.${pad(rest % 1000, 3)}Z`
}

/** `2026-02-26`, in UTC. */
export function toIsoDate(ms: number): string {
  const { year, month, day } = civilFromDays(Math.floor(ms / dayMs))
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Milliseconds since the epoch of an ISO 8601 date or date-time; UTC where it names no zone. */
export function parseIsoTime(text: string): number | undefined {
  const match = text.match(
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i,
  )
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    match
  const days = daysFromCivil(Number(year), Number(month), Number(day))
  const civil = civilFromDays(days)
  if (civil.month !== Number(month) || civil.day !== Number(day)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return (
    days * dayMs + seconds * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000) - zoneMs(zone)
  )
}

function zoneMs(zone: string): number {
  const match = zone.match(/^([+-])(\d\d):?(\d\d)$/)
  if (!match) return 0
  const [, sign, hours, minutes] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Days since 1970-01-01 to a date of the Gregorian calendar, by 400-year eras that begin in March. */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year
  const era = Math.floor(shiftedYear / 400)
  const yearOfEra = shiftedYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
