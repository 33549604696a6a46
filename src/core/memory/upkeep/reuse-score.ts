import { parseIsoTime, toIsoTime } from '../../text/iso-time.ts'
import { bounds } from '../records/bounds.ts'
import { dayMs } from '../records/dates.ts'
import {
  type Gate,
  type Injection,
  joinKey,
  type Outcome,
  type ReuseRecord,
} from '../records/records.ts'

interface ReuseCounts {
  readonly injections: number
  /** Stories whose last word at gate 8 is "go", given after the injection. */
  readonly passedStories: number
  readonly domains: number
}

/** 0.4 · injections + 0.4 · passed stories + 0.2 · domains, a raw sum; summed in tenths so that 0.6 is 0.6. */
export function reuseScore({ injections, passedStories, domains }: ReuseCounts): number {
  const score = (4 * injections + 4 * passedStories + 2 * domains) / 10
  if (!(score >= 0 && score <= bounds.maxReuseScore))
    throw new RangeError(`reuse score ${score} is outside 0..${bounds.maxReuseScore}`)
  return score
}

/** The gate whose verdict the score counts. */
const countedGate = '8'

/** One record per {story, gate, tags hash} that was injected at least once, in the order first seen. */
export function scoreInjections(
  injections: readonly Injection[],
  outcomes: readonly Outcome[],
  nowMs: number,
): readonly ReuseRecord[] {
  const passedAt = lastPasses(outcomes)
  const groups = Map.groupBy(injections, joinKey)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [scoreGroup(first, group, passedAt, nowMs)]
  })
}

function scoreGroup(
  { story, gate, tags_hash }: Injection,
  group: readonly Injection[],
  passedAt: ReadonlyMap<string, number>,
  nowMs: number,
): ReuseRecord {
  const passed = group.filter(({ injected_story, date }) => {
    const at = passedAt.get(injected_story)
    return at !== undefined && at >= (parseIsoTime(date) ?? 0)
  })
  const counts = {
    injections: group.length,
    passedStories: new Set(passed.map((record) => record.injected_story)).size,
    domains: new Set(group.flatMap(({ domain }) => domain ?? [])).size,
  }
  return {
    story,
    gate,
    tags_hash,
    reuse_score: reuseScore(counts),
    nb_injections: counts.injections,
    nb_stories_gate8_go_apres_injection: counts.passedStories,
    nb_domains_distincts: counts.domains,
    computed_at: toIsoTime(nowMs),
  }
}

/** Per story, when it passed gate 8; a later "nogo" takes the pass back. */
function lastPasses(outcomes: readonly Outcome[]): ReadonlyMap<string, number> {
  const passes = [...lastOutcomes(outcomes)].filter(([, { result }]) => result === 'go')
  return new Map(passes.map(([story, { date }]) => [story, latestOf(date)]))
}

/** A date without a time may be any moment of its day. */
function latestOf(date: string): number {
  const start = parseIsoTime(date) ?? 0
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? start + dayMs - 1 : start
}

/** Per story, the newest outcome at gate 8; of two at the same moment the later line. */
export function lastOutcomes(outcomes: readonly Outcome[]): ReadonlyMap<string, Outcome> {
  const latest = new Map<string, Outcome>()
  for (const outcome of outcomes) {
    if (gateName(outcome.gate) !== countedGate) continue
    const known = latest.get(outcome.story)
    if (known === undefined || (parseIsoTime(outcome.date) ?? 0) >= (parseIsoTime(known.date) ?? 0))
      latest.set(outcome.story, outcome)
  }
  return latest
}

function gateName(gate: Gate): string {
  return String(gate).replace(/^\D*/, '')
}
