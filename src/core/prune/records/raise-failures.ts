import { bestOf } from '../select/order-by-score.ts'
import type { TextRecord } from './text-record.ts'

/** What is known of the lines of a log with reports in it. */
interface ReadLines {
  /** Equal for lines that differ in numbers only. */
  readonly keyOf: (line: number) => number
  /** The bits of the goal's terms on a line, and what some of them are worth. */
  readonly termsOf: (line: number) => number
  readonly worthOf: (terms: number) => number
  /** Whether failures of any kind are asked for, whatever the goal names. */
  readonly asksForAll: boolean
}

/** A failing record, and how it is told. */
export interface Failure {
  readonly record: TextRecord
  /** Whether it answers the goal as well as any, and is not one more of a long row. */
  readonly isClear: boolean
}

/** Above every line that is no head: what the goal names, the first of its kind, one more, a repeat. */
const tier = { named: 4, distinct: 3, alike: 2, repeat: 1.5 }
/** What the telling lines of a record are worth beside its head. */
const gistShare = 0.97

/**
 * Every distinct failure is shown before any is shown in full: its head and what tells most of it
 * come before all other lines, those first that the goal names.
 */
export function raiseFailures(
  scores: Float64Array,
  records: readonly TextRecord[],
  read: ReadLines,
): readonly Failure[] {
  const best = bestOf(scores) || 1
  const failing = records.filter(({ kind }) => kind === 'failure')
  const isNamed = namedBy(failing, read)
  const seen = new Map<string, number>()
  return failing.map((record, at) => {
    const key = [record.headFirst, ...record.gist.slice(0, 1)].map(read.keyOf).join()
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    const worth = best * (isNamed?.[at] === true ? tier.named : tierOf(record, times))
    for (let line = record.headFirst; line <= record.headLast; line++) raise(scores, line, worth)
    for (const line of record.gist) raise(scores, line, gistShare * worth)
    const isLate = times >= mostAlike
    return { record, isClear: read.asksForAll ? !isLate : (isNamed?.[at] ?? !isLate) }
  })
}

/** More records that say the same are one fold. */
const mostAlike = 20
/** A goal names records when the terms they meet are worth this, and most records do not meet them. */
const leastNamed = 0.4
const namedShare = 0.6

/** Which records the goal names; `undefined` where it names all alike. */
function namedBy(
  records: readonly TextRecord[],
  { termsOf, worthOf }: ReadLines,
): readonly boolean[] | undefined {
  const met = records.map(({ first, last }) => {
    let terms = 0
    for (let line = first; line <= last; line++) terms |= termsOf(line)
    return worthOf(terms)
  })
  const best = met.reduce((most, one) => Math.max(most, one), 0)
  const named = met.map((one) => one >= namedShare * best)
  const count = named.filter(Boolean).length
  return best >= leastNamed && count * 2 <= records.length ? named : undefined
}

function tierOf({ isRepeat }: TextRecord, times: number): number {
  if (isRepeat === true) return tier.repeat
  return times > 0 ? tier.alike : tier.distinct
}

function raise(scores: Float64Array, line: number, worth: number): void {
  scores[line] = worth + (scores[line] ?? 0)
}
