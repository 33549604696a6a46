/** Kinds of quantities; each has one unit in which its values are compared. */
export type QuantityKind = 'share' | 'size' | 'duration' | 'date' | 'count'

/** The values of one kind that a text holds, in order: per cent, bytes, seconds, days since 1970, or a number. */
export function quantitiesIn(text: string, kind: QuantityKind): readonly number[] {
  const found: number[] = []
  for (const match of text.matchAll(forms[kind])) found.push(valueIn[kind](match))
  return found
}

const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`
const begins = String.raw`(?<![\w.,:-])`

/** Seconds of each unit of time, by how it begins; `mo` before `m`. */
const seconds: readonly (readonly [string, number])[] = [
  ['ns', 1e-9],
  ['us', 1e-6],
  ['µs', 1e-6],
  ['ms', 1e-3],
  ['mo', 2_592_000],
  ['s(?=em)', 604_800],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
  ['j', 86_400],
  ['w', 604_800],
  ['y', 31_536_000],
  ['an', 31_536_000],
]
const timeUnit = `(?:ns|[uµ]s|ms|s|secs?|seconds?|secondes?|m|mins?|minutes?|h|hrs?|hours?|heures?|d|days?|j|jours?|w|weeks?|semaines?|mo|months?|mois|y|yrs?|years?|ans?)`
const timePart = new RegExp(`(${number})\\s?(${timeUnit})`, 'g')

/** Upper case alone is a size (`40M`), lower case needs its `b` (`12kb`): `5m` is a time. */
const sizeUnit = `(?:[KMGT]i?[Bo]?|[kmgt]i?[bBo]|B|[Bb]ytes?|octets?)`

const forms: Readonly<Record<QuantityKind, RegExp>> = {
  share: new RegExp(`${begins}(${number})\\s?%`, 'g'),
  size: new RegExp(`${begins}(${number})\\s?(${sizeUnit})(?!\\w)`, 'g'),
  duration: new RegExp(
    `${begins}(?:${number}\\s?${timeUnit}(?!\\p{L})\\s?|${number}${timeUnit}(?=\\d))+`,
    'gu',
  ),
  date: /\b(\d{4})-(\d\d)-(\d\d)(?!\d)/g,
  count: new RegExp(`${begins}(${number})(?![\\w.%])`, 'g'),
}

const valueIn: Readonly<Record<QuantityKind, (match: RegExpMatchArray) => number>> = {
  share: ([, value = '']) => plain(value),
  size: ([, value = '', unit = '']) => plain(value) * bytesOf(unit),
  duration: ([whole]) =>
    [...whole.matchAll(timePart)].reduce(
      (sum, [, value = '', unit = '']) => sum + plain(value) * secondsOf(unit),
      0,
    ),
  date: ([, year, month, day]) => dayOf(Number(year), Number(month), Number(day)),
  count: ([, value = '']) => plain(value),
}

function plain(written: string): number {
  return Number(written.replaceAll(',', ''))
}

/** How many bytes a unit of size is; 1 for bytes themselves. */
export function bytesOf(unit: string): number {
  const at = 'kmgt'.indexOf(unit.charAt(0).toLowerCase())
  return at < 0 ? 1 : 1000 ** (at + 1)
}

/** How many seconds a unit of time is. */
export function secondsOf(unit: string): number {
  return seconds.find(([begin]) => new RegExp(`^${begin}`).test(unit))?.[1] ?? 1
}

/** Days since 1970, near enough to tell which of two dates is the earlier. */
export function dayOf(year: number, month: number, day: number): number {
  return (year - 1970) * 372 + (month - 1) * 31 + day - 1
}
