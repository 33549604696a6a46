import type { Digest } from '../../../ports/digest.ts'
import { parseIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import type { KnownLearning } from '../records/known-learning.ts'
import { message } from '../records/message.ts'
import type { Clarification, WatchNote } from '../records/records.ts'
import { isOfProject } from '../report/list-memories.ts'
import type { Collection, Library } from './library.ts'
import { bestRanked } from './order.ts'
import { clarificationId, noteId } from './pick.ts'

type MemoryKind = 'learning' | 'veille' | 'clarification'

export interface MemoryHit {
  readonly kind: MemoryKind
  readonly id: string
  readonly similarity: number
  readonly reuseScore: number
  readonly date: string
  readonly text: string
  /** The record as it lies in its file. */
  readonly record: Readonly<Record<string, unknown>>
}

export interface MemoryHits extends Spoken {
  readonly hits: readonly MemoryHit[]
  readonly rankedBy: 'words' | 'words and vectors' | 'reuse and date'
}

export interface SearchRequest {
  /** Without a query the newest come first. */
  readonly query?: string | undefined
  readonly kinds: readonly MemoryKind[]
  readonly limit: number
  readonly impact?: string | undefined
  readonly verdict?: string | undefined
  readonly domain?: string | undefined
  readonly project?: string | undefined
  /** Those of this project, and those of none. */
  readonly nearProject?: string | undefined
}

type Sortable = MemoryHit & { readonly createdAt: number }

/** Searches learnings, watch notes and clarifications; filters are exact, the order is that of injection. */
export async function searchMemory(
  deps: MemoryDeps,
  library: Library,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<MemoryHits> {
  const query = request.query?.trim() === '' ? undefined : request.query
  const found: Sortable[] = []
  const said: string[] = []
  let hasVectors = deps.embedder !== undefined
  for (const kind of request.kinds) {
    const { items, corpus, messages } = await hitsOf(deps.digest, library, kind)
    const ranking = query === undefined ? undefined : await corpus.rank(query, signal)
    found.push(...items.map((hit, at) => ({ ...hit, similarity: ranking?.similarities[at] ?? 0 })))
    said.push(...messages)
    for (const { part, reason } of ranking?.faults ?? [])
      said.push(message('search', `${part} ${kind} failed`, reason))
    if (ranking?.legs === 'words' && corpus.size > 0) hasVectors = false
  }
  const wanted = found.filter(
    (hit) =>
      passes(hit, request) &&
      isOfProject(hit.record.project, request.nearProject) &&
      (query === undefined || hit.similarity > 0),
  )
  const hits = bestRanked(wanted, request.limit).map(({ createdAt: _, ...hit }) => hit)
  return { hits, rankedBy: rankedBy(query !== undefined, hasVectors), messages: said }
}

function rankedBy(hasQuery: boolean, hasVectors: boolean): MemoryHits['rankedBy'] {
  if (!hasQuery) return 'reuse and date'
  return hasVectors ? 'words and vectors' : 'words'
}

/** The record with this id, whatever its kind, or undefined. */
export async function showMemory(
  deps: MemoryDeps,
  library: Library,
  id: string,
): Promise<MemoryHit | undefined> {
  for (const kind of ['learning', 'veille', 'clarification'] as const) {
    const { items } = await hitsOf(deps.digest, library, kind)
    const hit = items.find((one) => one.id === id)
    if (hit !== undefined) {
      const { createdAt: _, ...shown } = hit
      return shown
    }
  }
  const { items } = await library.everyLearning()
  const old = items.find((one) => one.id === id)
  if (old === undefined) return undefined
  const { createdAt: _, ...shown } = learningHit(old.known, new Map())
  return shown
}

function passes({ record }: MemoryHit, request: SearchRequest): boolean {
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['impact_pv', request.impact],
    ['verdict_veille', request.verdict],
    ['domain', request.domain],
    ['project', request.project],
  ]
  return wanted.every(([field, value]) => value === undefined || record[field] === value)
}

async function hitsOf(
  digest: Digest,
  library: Library,
  kind: MemoryKind,
): Promise<Collection<Sortable>> {
  if (kind === 'veille')
    return mapItems(await library.watchNotes(), (note) => noteHit(digest, note))
  if (kind === 'clarification')
    return mapItems(await library.clarifications(), (record) => clarificationHit(digest, record))
  const { scores } = await library.reuseScores()
  return mapItems(await library.learnings(), (known) => learningHit(known, scores))
}

function learningHit(
  { id, key, createdAt, record }: KnownLearning,
  scores: ReadonlyMap<string, number>,
): Sortable {
  return {
    kind: 'learning',
    id,
    similarity: 0,
    reuseScore: scores.get(key) ?? 0,
    date: record.date_created ?? record.date,
    createdAt,
    text: record.text,
    record,
  }
}

function noteHit(digest: Digest, note: WatchNote): Sortable {
  return {
    kind: 'veille',
    id: noteId(digest, note),
    similarity: 0,
    reuseScore: 0,
    date: note.date,
    createdAt: parseIsoTime(note.date) ?? 0,
    text: `${note.title} — ${note.summary}`,
    record: note,
  }
}

function clarificationHit(digest: Digest, record: Clarification): Sortable {
  return {
    kind: 'clarification',
    id: clarificationId(digest, record),
    similarity: 0,
    reuseScore: 0,
    date: record.date,
    createdAt: parseIsoTime(record.date) ?? 0,
    text: record.verbatim,
    record,
  }
}

function mapItems<From, To>(collection: Collection<From>, to: (item: From) => To): Collection<To> {
  return { ...collection, items: collection.items.map(to) }
}
