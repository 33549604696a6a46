import { say } from '../locale/say.ts'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hour12: false })
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

/** `12,345`. */
export function count(value: number): string {
  return whole.format(value)
}

/** `1 line`, `12,345 lines`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** `12.3K`, for sizes at a glance. */
export function compact(value: number): string {
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)
}

/** Dollars with as many decimals as such a sum needs. */
export function money(value: number): string {
  if (value === 0) return '$0'
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 0.1 ? 2 : 4
  return `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(decimals)}`
}

/** A share in 0..1 as `42 %`; nothing of nothing is nothing. */
export function percent(part: number, of: number): string {
  return of > 0 ? `${Math.round((100 * part) / of)} %` : ''
}

/** `4 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const step = value > 0 ? Math.min(3, Math.floor(Math.log2(value) / 10)) : 0
  const scaled = value / 1024 ** step
  return `${step === 0 ? scaled : scaled.toFixed(1)} ${units[step]}`
}

/** `3 min ago`, `yesterday`, `Nov 3`: for lists, where the hour matters less than the distance. */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return say('just now')
  if (seconds < 3600) return say('{} min ago', Math.floor(seconds / 60))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days === 0) return say('{} h ago', Math.floor(seconds / 3600))
  return days === 1 ? say('yesterday') : day.format(at)
}

/** Midnight where the reader is. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** The time of day for today, else with its date. */
export function moment(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? clock.format(at) : `${day.format(at)} ${hour.format(at)}`
}
