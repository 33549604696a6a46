import { language } from '../locale/language.ts'
import { numberFormats, plain } from '../locale/plain.ts'
import { say } from '../locale/say.ts'

/** `12,345`. */
export const count = plain

/** `12.3K`, for sizes at a glance. */
export function compact(value: number): string {
  const { whole, short } = numberFormats()
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)
}

/** About as many as most models count; the exact number is not known for a part of a request. */
const charsPerToken = 4

/** The tokens of so many characters, roughly. */
export function aboutTokens(chars: number): string {
  return compact(Math.ceil(chars / charsPerToken))
}

const leastShownUsd = 0.001

/** Dollars: cents from one on, tenths of a cent below; a column of small sums keeps its points in line. */
export function money(value: number): string {
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (size > 0 && size < leastShownUsd / 2) return `${sign}<${dollars(leastShownUsd, 3)}`
  return sign + dollars(size, size === 0 || size >= 100 ? 0 : size >= 1 ? 2 : 3)
}

function dollars(amount: number, decimals: number): string {
  return amount.toLocaleString(language().tag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** A share in 0..1 as `42%`; nothing of nothing is nothing. */
export function percent(part: number, of: number): string {
  return of > 0 ? numberFormats().percent.format(part / of) : ''
}

/** `4 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${plain(ms)} ms` : `${withOneDecimal(ms / 1000)} s`
}

/** `1.2 MiB`. */
export function bytes(value: number): string {
  const units = [say('B'), say('KiB'), say('MiB'), say('GiB')]
  const step = value > 0 ? Math.min(3, Math.floor(Math.log2(value) / 10)) : 0
  const scaled = value / 1024 ** step
  return `${step === 0 ? plain(scaled) : withOneDecimal(scaled)} ${units[step]}`
}

function withOneDecimal(value: number): string {
  return value.toLocaleString(language().tag, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
}

/** `3 min ago`, `yesterday`, `Nov 3`: for lists, where the hour matters less than the distance. */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return say('just now')
  if (seconds < 3600) return say('{} min ago', Math.floor(seconds / 60))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days === 0) return say('{} h ago', Math.floor(seconds / 3600))
  return days === 1 ? say('yesterday') : day(at)
}

/** Midnight where the reader is. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** From one moment to another, the date said once: `Nov 14 07:30 – 19:12`. */
export function span(from: number, until: number): string {
  const isOneDay = startOfDay(from) === startOfDay(until)
  const isToday = startOfDay(from) === startOfDay(Date.now())
  const begin = isOneDay && isToday ? hour(from) : `${day(from)} ${hour(from)}`
  return `${begin} – ${isOneDay ? hour(until) : `${day(until)} ${hour(until)}`}`
}

/** The time of day for today, else with its date. */
export function moment(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? dates().clock.format(at) : `${day(at)} ${hour(at)}`
}

/** `Nov 3`. */
export function day(at: number): string {
  return dates().day.format(at)
}

/** `14:05`. */
export function hour(at: number): string {
  return dates().hour.format(at)
}

let made: { readonly tag: string } & Readonly<Record<'clock' | 'day' | 'hour', Intl.DateTimeFormat>>

/** The formats of dates in the language of the page; they are dear to make, so they are kept. */
function dates() {
  const { tag } = language()
  if (made?.tag !== tag)
    made = {
      tag,
      clock: new Intl.DateTimeFormat(tag, { timeStyle: 'medium', hour12: false }),
      day: new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }),
      hour: new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hour12: false }),
    }
  return made
}
