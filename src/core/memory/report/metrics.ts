import { parseIsoTime, toIsoDate } from '../../text/iso-time.ts'
import { dayMs } from '../records/dates.ts'
import { type KnownLearning, scopeHistory } from '../records/known-learning.ts'
import { type Injection, joinKey, type Learning, type Outcome } from '../records/records.ts'
import { lastOutcomes } from '../upkeep/reuse-score.ts'

/** How far knowledge compounds: what was learned once and served again. */
export interface CompoundingMetrics {
  readonly learnings: number
  readonly injections: number
  readonly stories: number
  /** Share of the learnings in use that were injected at least once. */
  readonly reuseRate: number
  readonly injectionsPerStory: number
  /** Of the injections into a story with a verdict at gate 8, the share whose story passed. */
  readonly passedShare: number | undefined
  readonly byScope: Readonly<Record<'story' | 'domain' | 'global', number>>
  readonly promotions: number
  readonly evictions: number
  /** Median days from a learning's creation to its first injection. */
  readonly daysToFirstReuse: number | undefined
  /** Injections of each of the last weeks, oldest first, by the Monday they start on. */
  readonly weeks: readonly { readonly week: string; readonly injections: number }[]
}

const shownWeeks = 12

/** Everything from the files as they are; nothing is kept between runs. */
export function measureCompounding(
  learnings: readonly KnownLearning[],
  archived: readonly Learning[],
  injections: readonly Injection[],
  outcomes: readonly Outcome[],
  nowMs: number,
): CompoundingMetrics {
  const firstReuse = firstInjections(injections)
  const stories = new Set(injections.map(({ injected_story }) => injected_story)).size
  const reused = learnings.filter(({ key }) => firstReuse.has(key))
  const waits = reused.map(({ key, createdAt }) => ((firstReuse.get(key) ?? 0) - createdAt) / dayMs)
  const inScope = (scope: string) => learnings.filter((one) => one.scope === scope).length
  return {
    learnings: learnings.length,
    injections: injections.length,
    stories,
    reuseRate: ratio(reused.length, learnings.length) ?? 0,
    injectionsPerStory: ratio(injections.length, stories) ?? 0,
    passedShare: passedShare(injections, outcomes),
    byScope: { story: inScope('story'), domain: inScope('domain'), global: inScope('global') },
    promotions: [...learnings.map(({ record }) => record), ...archived].reduce(
      (sum, record) => sum + scopeHistory(record).length,
      0,
    ),
    evictions: archived.length,
    daysToFirstReuse: median(waits.map((days) => Math.max(0, days))),
    weeks: weeksBefore(injections, nowMs),
  }
}

function firstInjections(injections: readonly Injection[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const record of injections) {
    const key = joinKey(record)
    const at = parseIsoTime(record.date) ?? 0
    first.set(key, Math.min(first.get(key) ?? at, at))
  }
  return first
}

function passedShare(
  injections: readonly Injection[],
  outcomes: readonly Outcome[],
): number | undefined {
  const verdicts = lastOutcomes(outcomes)
  const judged = injections.flatMap(({ injected_story }) => verdicts.get(injected_story) ?? [])
  return ratio(judged.filter(({ result }) => result === 'go').length, judged.length)
}

/** 1 January 1970 was a Thursday: weeks start on Mondays, three days earlier. */
function weekOf(moment: number): number {
  return Math.floor((moment / dayMs + 3) / 7)
}

function weeksBefore(injections: readonly Injection[], nowMs: number): CompoundingMetrics['weeks'] {
  const perWeek = Map.groupBy(injections, ({ date }) => weekOf(parseIsoTime(date) ?? 0))
  const last = weekOf(nowMs)
  return Array.from({ length: shownWeeks }, (_, at) => {
    const week = last - shownWeeks + 1 + at
    return {
      week: toIsoDate((week * 7 - 3) * dayMs),
      injections: perWeek.get(week)?.length ?? 0,
    }
  })
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  if (sorted.length === 0) return undefined
  if (!Number.isInteger(middle)) return sorted[Math.floor(middle)]
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
