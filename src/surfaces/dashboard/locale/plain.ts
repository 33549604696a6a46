import { language } from './language.ts'

type Made = Readonly<Record<'whole' | 'short' | 'percent', Intl.NumberFormat>>

const made = new Map<string, Made>()

/** The formats of numbers in the language of the page, made once. */
export function numberFormats(): Made {
  const { tag } = language()
  const known = made.get(tag)
  if (known) return known
  const fresh = {
    whole: new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }),
    short: new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }),
    percent: new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }),
  }
  made.set(tag, fresh)
  return fresh
}

/** `12,345`. */
export function plain(value: number): string {
  return numberFormats().whole.format(value)
}
