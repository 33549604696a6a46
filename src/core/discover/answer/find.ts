import type { Clock } from '../../../ports/clock.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { closest } from '../../text/closest.ts'
import { detectLanguage } from '../../text/stop-words.ts'
import { type Entry, ownServer } from '../catalog/entries.ts'
import { weighClues } from '../past/evidence-index.ts'
import { readIntent } from '../rank/intent.ts'
import {
  explainSignals,
  type Ranked,
  type RankInput,
  rankAndCount,
  type Signals,
} from '../rank/rank.ts'
import { mixed, withoutTwins } from './choose-hits.ts'
import { disclose } from './disclose.ts'
import { didYouMean, resolveEntry } from './resolve-entry.ts'
import type { DiscoverResponse, Verbosity } from './results.ts'
import { expand, toResult } from './show-result.ts'
import { suggestions } from './suggestions.ts'
import type { View } from './view.ts'

export interface DiscoverInput {
  readonly intent: string
  readonly filter?: DiscoverFilter | undefined
  readonly verbosity?: Verbosity | undefined
  readonly limit?: number | undefined
  readonly includeAlternatives?: boolean | undefined
  readonly includeCoOccurrences?: boolean | undefined
}

interface FindDeps {
  readonly tokenizer: Tokenizer
  readonly now: Clock
  /** Servers of the configuration, listed yet or not. */
  readonly configured: () => ReadonlySet<string>
  readonly onEmbedderFailure: (error: unknown) => void
}

const defaultLimit = 10

/** The few entries worth showing for an intent, inside the budget of the verbosity. */
export async function find(
  deps: FindDeps,
  view: View,
  input: DiscoverInput,
  signal?: AbortSignal,
): Promise<DiscoverResponse> {
  const startedAt = deps.now()
  const { intent, filter = {}, verbosity = 'summary', limit = defaultLimit } = input
  const minScore = filter.minScore ?? 0
  const { rankInput, missing } = await prepare(deps, view, intent, filter, signal)
  const { ranked, total } = rankAndCount(rankInput, limit + spare, minScore)
  const exact = exactHit(view, intent, rankInput)
  const hits = withoutTwins(view, exact ? [exact, ...ranked] : ranked)
  const chosen = (filter.type ?? 'all') === 'all' ? mixed(view, hits, limit) : hits.slice(0, limit)
  const suggested = suggestions(view, chosen, input).filter(
    ({ id, score }) => score >= minScore && isWantedId(view, id, filter),
  )
  const reader = { language: detectLanguage(intent), exact: exact?.entry }
  const found = chosen.map((hit) => toResult(view, hit, verbosity, chosen, reader))
  const results = [...found, ...suggested.map((hit) => expand(view, hit, verbosity))]
  const unknown = unknownServers(filter, knownServers(deps, view))
  const meant = exact ? undefined : (didYouMean(view, intent, filter.isShown) ?? unknown[0]?.meant)
  return {
    results: await disclose(deps.tokenizer, results, verbosity),
    meta: {
      // What was named outright may score lower by its words alone.
      totalFound: Math.max(total, chosen.length),
      returnedCount: results.length,
      searchTimeMs: deps.now() - startedAt,
      verbosity,
      confidence: confidenceOf(found[0]?.score ?? 0),
      ...(missing.length > 0 ? { missing } : {}),
      ...(meant ? { didYouMean: meant } : {}),
    },
    ...(unknown.length > 0 ? { warnings: unknown.map(({ name }) => noSuchServer(name)) } : {}),
  }
}

function noSuchServer(name: string): string {
  return `No server is called ${name.slice(0, longestName)}`
}

const longestName = 100

function knownServers({ configured }: FindDeps, { index, servers }: View): ReadonlySet<string> {
  const ofEntries = index.entries.flatMap((entry) => entry.servers)
  return new Set([...configured(), ...servers.keys(), ...ofEntries])
}

/** A result with this chance or more is more likely right than wrong. */
const likely = 0.5
/** A result below this chance is only the nearest there is. */
const barely = 0.2

function confidenceOf(score: number): DiscoverResponse['meta']['confidence'] {
  if (score >= likely) return 'high'
  return score >= barely ? 'low' : 'none'
}

/** Why each of the best entries has its score. */
export interface ExplainedScore {
  readonly id: string
  readonly score: number
  readonly signals: Signals
}

/** The same ranking as `find`, with the signals behind each score. */
export async function explainScores(
  deps: FindDeps,
  view: View,
  { intent, limit = defaultLimit }: Pick<DiscoverInput, 'intent' | 'limit'>,
  signal?: AbortSignal,
): Promise<readonly ExplainedScore[]> {
  const { rankInput } = await prepare(deps, view, intent, {}, signal)
  const { ranked } = rankAndCount(rankInput, limit + spare, 0)
  const signals = explainSignals(
    rankInput,
    ranked.map(({ entry }) => entry),
  )
  return ranked.flatMap(({ entry, score }, at) => {
    const [id, found] = [view.index.entries[entry]?.id, signals[at]]
    return id === undefined || found === undefined ? [] : [{ id, score, signals: found }]
  })
}

/** Some of the ranked are left out again, so more are ranked than shown. */
const spare = 100

async function prepare(
  deps: FindDeps,
  view: View,
  text: string,
  filter: DiscoverFilter,
  signal: AbortSignal | undefined,
): Promise<{ rankInput: RankInput; missing: readonly string[] }> {
  const { index, evidence } = view
  const intent = readIntent(text, index.isHeld)
  const hasPast = evidence.past.length > 0
  const meaning = await view.meaning?.of(intent, { hasPast, signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    deps.onEmbedderFailure(error)
    return undefined
  })
  return {
    rankInput: {
      index,
      intent,
      ...(meaning ? { meaning } : {}),
      ...(hasPast
        ? { evidence: weighClues(evidence.of(text, meaning?.vector), view.strength) }
        : {}),
      isWanted: (entry) => isWanted(index.entries[entry], filter),
      asksForOwn: filter.servers?.includes(ownServer) ?? false,
    },
    missing: meaning || index.entries.length === 0 ? [] : ['vectors'],
  }
}

function isWantedId({ index, positions }: View, id: string, filter: DiscoverFilter): boolean {
  return isWanted(index.entries[positions.get(id) ?? -1], filter)
}

function exactHit(view: View, intent: string, { isWanted }: RankInput): Ranked | undefined {
  const entry = resolveEntry(view, intent)
  return entry !== undefined && (isWanted?.(entry) ?? true) ? { entry, score: 1 } : undefined
}

/** Which entries a search is about. */
interface DiscoverFilter {
  readonly type?: 'tool' | 'capability' | 'skill' | 'all' | undefined
  readonly servers?: readonly string[] | undefined
  readonly minScore?: number | undefined
  readonly tags?: readonly string[] | undefined
  /** Whether the one who asks may see an entry. */
  readonly isShown?: ((entry: Pick<Entry, 'id'>) => boolean) | undefined
}

function isWanted(entry: Entry | undefined, filter: DiscoverFilter): boolean {
  const { type = 'all', servers = [], tags = [], isShown = () => true } = filter
  if (entry === undefined || (type !== 'all' && entry.type !== type)) return false
  if (!isShown(entry)) return false
  const isOnServer = servers.length === 0 || entry.servers.some((name) => servers.includes(name))
  return isOnServer && (tags.length === 0 || entry.tags.some((tag) => tags.includes(tag)))
}

/** Servers of a filter that nobody has heard of, each with the one that was most likely meant. */
function unknownServers(
  { servers = [] }: DiscoverFilter,
  known: ReadonlySet<string>,
): readonly { readonly name: string; readonly meant: string | undefined }[] {
  return servers
    .filter((name) => !known.has(name))
    .map((name) => ({ name, meant: closest(name, known) }))
}
