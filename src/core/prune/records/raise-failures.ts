import { bestOf } from '../order-by-score.ts'
import type { TextRecord } from './text-record.ts'

/** Above every line that is no head: the first of its kind, one more like it, one told better elsewhere. */
const tier = { distinct: 3, alike: 2, repeat: 1.5 }
/** What the telling lines of a record are worth beside its head. */
const gistShare = 0.97

/**
 * Every distinct failure is shown before any is shown in full: its head and what tells most of it
 * come before all other lines. `keyOf` is equal for heads that differ in numbers only.
 */
export function raiseFailures(
  scores: Float64Array,
  records: readonly TextRecord[],
  keyOf: (line: number) => number,
): void {
  const best = bestOf(scores) || 1
  const seen = new Set<string>()
  for (const record of records.filter(({ kind }) => kind === 'failure')) {
    const key = [record.headFirst, ...record.gist.slice(0, 1)].map(keyOf).join()
    const worth = best * tierOf(record, seen.has(key))
    seen.add(key)
    for (let line = record.headFirst; line <= record.headLast; line++) raise(scores, line, worth)
    for (const line of record.gist) raise(scores, line, gistShare * worth)
  }
}

function tierOf({ isRepeat }: TextRecord, isAlike: boolean): number {
  if (isRepeat === true) return tier.repeat
  return isAlike ? tier.alike : tier.distinct
}

function raise(scores: Float64Array, line: number, worth: number): void {
  scores[line] = worth + (scores[line] ?? 0)
}
