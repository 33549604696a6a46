import type { MemoryDeps, Spoken } from '../deps.ts'
import { type KnownLearning, knownLearning } from '../records/known-learning.ts'
import { load } from '../records/load.ts'
import { injection, joinKey, learning, type Scope } from '../records/records.ts'
import type { Library } from '../search/library.ts'
import { ageDays } from '../upkeep/evict.ts'

/** One learning as a list shows it. */
interface ListedLearning {
  readonly id: string
  readonly scope: Scope
  readonly text: string
  readonly tags: readonly string[]
  readonly story: string
  readonly domain?: string
  readonly project?: string
  readonly ageDays: number
  readonly reuseScore: number
  readonly injections: number
}

export interface ListedLearnings extends Spoken {
  readonly learnings: readonly ListedLearning[]
  /** How many there are in each scope, whatever the limit. */
  readonly counts: Readonly<Record<Scope, number>>
}

/** Learnings in use and archived, best score first, at most `limit` of each scope. */
export async function listLearnings(
  deps: MemoryDeps,
  library: Library,
  limit: number,
): Promise<ListedLearnings> {
  const inUse = await library.learnings()
  const archive = await load(deps.files, 'learnings-archive.jsonl', learning, 'list')
  const injected = await load(deps.files, 'learnings-injections.jsonl', injection, 'list')
  const { scores, messages } = await library.reuseScores()
  const times = Map.groupBy(injected.records, joinKey)
  const listed = [
    ...inUse.items,
    ...archive.records.map((record) => ({
      ...knownLearning(deps.digest, record),
      scope: 'archived' as const,
    })),
  ]
    .map((known) => toListed(known, scores, times, deps.now()))
    .sort((a, b) => b.reuseScore - a.reuseScore || a.ageDays - b.ageDays)
  const byScope = Map.groupBy(listed, ({ scope }) => scope)
  const count = (scope: Scope): number => byScope.get(scope)?.length ?? 0
  return {
    learnings: [...byScope.values()].flatMap((some) => some.slice(0, limit)),
    counts: {
      story: count('story'),
      domain: count('domain'),
      global: count('global'),
      archived: count('archived'),
    },
    messages: [...inUse.messages, ...archive.messages, ...injected.messages, ...messages],
  }
}

function toListed(
  { id, scope, key, record }: KnownLearning,
  scores: ReadonlyMap<string, number>,
  times: ReadonlyMap<string, readonly unknown[]>,
  nowMs: number,
): ListedLearning {
  const { text, tags, story, domain, project } = record
  return {
    id,
    scope,
    text,
    tags,
    story,
    ...(domain === undefined ? {} : { domain }),
    ...(project === undefined ? {} : { project }),
    ageDays: ageDays(record, nowMs),
    reuseScore: scores.get(key) ?? 0,
    injections: times.get(key)?.length ?? 0,
  }
}
