import type { Clock } from '../../../ports/clock.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { closest } from '../../text/closest.ts'
import { detectLanguage, type Language } from '../../text/stop-words.ts'
import { actionName } from '../catalog/action-names.ts'
import type { Entry } from '../catalog/entries.ts'
import { weighClues } from '../past/evidence-index.ts'
import { readIntent } from '../rank/intent.ts'
import {
  explainSignals,
  type Ranked,
  type RankInput,
  rankAndCount,
  type Signals,
} from '../rank/rank.ts'
import { disclose } from './disclose.ts'
import { didYouMean, resolveEntry } from './resolve-entry.ts'
import type { DiscoverResponse, DiscoverResult, Verbosity } from './results.ts'
import { suggestions } from './suggestions.ts'
import {
  capabilityDetails,
  capabilitySummary,
  stepSummary,
  toolDetails,
  toolSummary,
} from './summaries.ts'
import type { View } from './view.ts'

export interface DiscoverInput {
  readonly intent: string
  readonly filter?: DiscoverFilter | undefined
  readonly verbosity?: Verbosity | undefined
  readonly limit?: number | undefined
  readonly includeAlternatives?: boolean | undefined
  readonly includeCoOccurrences?: boolean | undefined
}

export interface DiscoverFilter {
  readonly type?: 'tool' | 'capability' | 'all' | undefined
  readonly servers?: readonly string[] | undefined
  readonly minScore?: number | undefined
  readonly tags?: readonly string[] | undefined
}

export interface FindDeps {
  readonly tokenizer: Tokenizer
  readonly now: Clock
  readonly onEmbedderFailure: (error: unknown) => void
}

const defaultLimit = 10
/** Of so many results one may be a learned capability. */
const learnedShare = 5

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
  const meant = exact ? undefined : (didYouMean(view, intent) ?? meantServer(view, filter))
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
  }
}

/** From here a result is rather right than wrong, */
const likely = 0.5
/** and below this it is only near. */
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
  const intent = readIntent(text)
  const { index, evidence } = view
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
    },
    missing: meaning || index.entries.length === 0 ? [] : ['vectors'],
  }
}

/** What the first unknown server of a filter most likely was meant to be. */
function meantServer({ index }: View, { servers = [] }: DiscoverFilter): string | undefined {
  const known = new Set(index.entries.flatMap((entry) => entry.servers))
  const unknown = servers.find((name) => !known.has(name))
  return unknown === undefined ? undefined : closest(unknown, known)
}

function isWantedId({ index, positions }: View, id: string, filter: DiscoverFilter): boolean {
  return isWanted(index.entries[positions.get(id) ?? -1], filter)
}

function isWanted(entry: Entry | undefined, filter: DiscoverFilter): boolean {
  const { type = 'all', servers = [], tags = [] } = filter
  if (entry === undefined || (type !== 'all' && entry.type !== type)) return false
  const isOnServer = servers.length === 0 || entry.servers.some((name) => servers.includes(name))
  return isOnServer && (tags.length === 0 || entry.tags.some((tag) => tags.includes(tag)))
}

function exactHit(view: View, intent: string, { isWanted }: RankInput): Ranked | undefined {
  const entry = resolveEntry(view, intent)
  return entry !== undefined && (isWanted?.(entry) ?? true) ? { entry, score: 1 } : undefined
}

/** One hit per entry, and one step per capability: the best of each. */
function withoutTwins(view: View, hits: readonly Ranked[]): readonly Ranked[] {
  const seen = new Set<string>()
  return hits.filter(({ entry }) => {
    const found = view.index.entries[entry]
    const key = found?.step ? `step of ${found.step.capability}` : (found?.id ?? '')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** What was learned stands among tools, one in five, and is shown beyond that only where room is left. */
function mixed(view: View, hits: readonly Ranked[], limit: number): readonly Ranked[] {
  const chosen = new Set<Ranked>()
  let learned = 0
  for (const hit of hits) {
    const isOne = isLearned(view, hit)
    if (chosen.size === limit || (isOne && learned * learnedShare > chosen.size)) continue
    learned += Number(isOne)
    chosen.add(hit)
  }
  for (const hit of hits) if (chosen.size < limit) chosen.add(hit)
  return hits.filter((hit) => chosen.has(hit))
}

function isLearned({ index, capabilities }: View, { entry }: Ranked): boolean {
  const found = index.entries[entry]
  const id = found?.step?.capability ?? found?.id ?? ''
  return capabilities.get(id)?.isLearned ?? false
}

function toResult(
  view: View,
  { entry, score, because }: Ranked,
  verbosity: Verbosity,
  all: readonly Ranked[],
  { language, exact }: Reader,
): DiscoverResult {
  const found = view.index.entries[entry]
  const note = found && entry !== exact ? noteOf(view, found, all, language) : undefined
  return expand(
    view,
    {
      id: found?.id ?? '',
      type: found?.type ?? 'tool',
      intent: found?.intent ?? '',
      score: Math.round(score * 100) / 100,
      ...(note ? { note } : {}),
      ...(because ? { because } : {}),
    },
    verbosity,
  )
}

/** Who asked: in which language, and the entry that was named outright. */
interface Reader {
  readonly language: Language
  readonly exact: number | undefined
}

/** Where a step comes from, and that a whole does more than its step that was found too. */
function noteOf(
  view: View,
  entry: Entry,
  all: readonly Ranked[],
  language: Language,
): string | undefined {
  const isFrench = language === 'fr'
  if (entry.step) {
    const { capability, number, of } = entry.step
    return isFrench
      ? `Extrait de ${capability} (étape ${number}/${of})`
      : `Taken from ${capability} (step ${number}/${of})`
  }
  if (entry.type !== 'capability') return undefined
  const step = all
    .map((hit) => view.index.entries[hit.entry])
    .find((other) => other?.step?.capability === entry.id)?.step
  const capability = view.capabilities.get(entry.id)
  if (!step || !capability) return undefined
  const action = stepSummary(capability, step.number).pipeline?.[0]?.action ?? ''
  const name = actionName(action, language).toLowerCase()
  return isFrench ? `Contient ${name} mais fait plus` : `Contains ${name} but does more`
}

function expand(view: View, result: DiscoverResult, verbosity: Verbosity): DiscoverResult {
  if (verbosity === 'minimal') return result
  const tool = view.tools.get(result.id)
  if (tool) {
    const runs = view.runsOf(tool.id)
    return {
      ...result,
      summary: toolSummary(tool, runs),
      ...(verbosity === 'full' ? { details: toolDetails(tool, runs) } : {}),
    }
  }
  return expandCapability(view, result, verbosity)
}

function expandCapability(
  view: View,
  result: DiscoverResult,
  verbosity: Verbosity,
): DiscoverResult {
  const [id = '', step] = result.id.split('#step')
  const capability = view.capabilities.get(id)
  if (!capability) return result
  const summary = step ? stepSummary(capability, Number(step)) : capabilitySummary(capability, view)
  const details = capabilityDetails(capability, view.runsOf(id))
  return { ...result, summary, ...(verbosity === 'full' ? { details } : {}) }
}
