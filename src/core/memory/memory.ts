import type { SessionFile } from '../sessions/session.ts'
import type { MemoryDeps, Spoken } from './deps.ts'
import { type Injected, type InjectRequest, inject } from './inject/inject.ts'
import {
  acceptProposals,
  dismissProposals,
  type Mined,
  mine,
  openProposals,
} from './mine/proposals.ts'
import { type MergeSides, mergeLines } from './records/merge-lines.ts'
import type { Gate, Outcome } from './records/records.ts'
import { analyze } from './report/analyze.ts'
import { examineMemory, type MemoryHealth } from './report/doctor.ts'
import { type ListedLearnings, listLearnings } from './report/list-learnings.ts'
import { listMemories, type MemoriesRequest } from './report/list-memories.ts'
import type { CompoundingMetrics } from './report/metrics.ts'
import { openLibrary } from './search/library.ts'
import {
  type MemoryHit,
  type MemoryHits,
  type SearchRequest,
  searchMemory,
  showMemory,
} from './search/search.ts'
import { type DuplicateGroup, findDuplicates } from './upkeep/duplicates.ts'
import { type Evicted, evictLearnings } from './upkeep/evict-learnings.ts'
import { indexWatchNotes, type WatchNotesIndexed } from './upkeep/index-watch-notes.ts'
import { mergeDuplicates } from './upkeep/merge-duplicates.ts'
import { type Migrated, migrateLearnings } from './upkeep/migrate-learnings.ts'
import { type Promoted, type PromoteRequest, promoteLearnings } from './upkeep/promote-learnings.ts'
import { recordOutcome } from './upkeep/record-outcome.ts'
import { forgetUnused, type Reindexed, reindex } from './upkeep/reindex.ts'
import { type Scored, scoreLearnings } from './upkeep/score-learnings.ts'
import { type Clarified, type ClarifyRequest, clarify } from './write/clarify.ts'
import { forgetLearning } from './write/forget.ts'
import { type NewLearning, type Remembered, remember } from './write/remember.ts'

/** Experience that compounds: learnings, watch notes and clarifications. */
export interface Memory {
  remember(request: NewLearning): Promise<Remembered>
  inject(request: InjectRequest, signal?: AbortSignal): Promise<Injected>
  outcome(request: { story: string; gate: Gate; result: 'go' | 'nogo' }): Promise<Outcome>
  score(): Promise<Scored>
  promote(request: PromoteRequest): Promise<Promoted>
  /** Archives what is old and unused, or one learning that is named. */
  evict(isDryRun: boolean, only?: string): Promise<Evicted>
  migrate(isDryRun: boolean): Promise<Migrated>
  reindex(signal?: AbortSignal): Promise<Reindexed>
  indexWatchNotes(): Promise<WatchNotesIndexed>
  clarify(request: ClarifyRequest): Promise<Clarified>
  search(request: SearchRequest, signal?: AbortSignal): Promise<MemoryHits>
  /** Learnings by scope with score and age, the archive among them. */
  list(limit: number): Promise<ListedLearnings>
  /** What is remembered as its owner reads it, newest first. */
  memories(request: MemoriesRequest): ReturnType<typeof listMemories>
  /** Takes a learning out for good; gives its text, or undefined. */
  forget(id: string): Promise<string | undefined>
  /** Of learnings that say nearly the same, one replaces the others. */
  merge(isDryRun: boolean): ReturnType<typeof mergeDuplicates>
  /** The three sides of a merge in git as one text, each record once. */
  mergeLines(sides: MergeSides): string
  /** Where the files lie, if they lie in a folder. */
  folder(): string | undefined
  /** Proposes what sessions show; see `accept`. */
  mine(files: readonly SessionFile[]): Promise<Mined>
  proposals(): ReturnType<typeof openProposals>
  accept(ids: readonly string[]): ReturnType<typeof acceptProposals>
  dismiss(ids: readonly string[]): Promise<void>
  show(id: string): Promise<MemoryHit | undefined>
  duplicates(): Promise<Spoken & { readonly groups: readonly DuplicateGroup[] }>
  analyze(): Promise<Spoken & { readonly metrics: CompoundingMetrics }>
  doctor(isDryRun: boolean): Promise<MemoryHealth>
}

/** Joins the functions of memory to their ports, around one shared cache of the files. */
export function createMemory(deps: MemoryDeps): Memory {
  const library = openLibrary(deps)
  return {
    remember: (request) => remember(deps, library, request),
    inject: (request, signal) => inject(deps, library, request, signal),
    outcome: (request) => recordOutcome(deps, request),
    score: () => scoreLearnings(deps),
    promote: (request) => promoteLearnings(deps, request),
    evict: async (isDryRun, only) => {
      const evicted = await evictLearnings(deps, isDryRun, only)
      if (evicted.evicted.length === 0 || isDryRun) return evicted
      // Archived learnings leave the index at once.
      const said = await forgetUnused(deps, library)
      return { ...evicted, messages: [...evicted.messages, ...said] }
    },
    migrate: (isDryRun) => migrateLearnings(deps, isDryRun),
    reindex: (signal) => reindex(deps, library, signal),
    indexWatchNotes: () => indexWatchNotes(deps),
    clarify: (request) => clarify(deps, request),
    search: (request, signal) => searchMemory(deps, library, request, signal),
    list: (limit) => listLearnings(deps, library, limit),
    memories: (request) => listMemories(library, request),
    forget: async (id) => {
      const text = await forgetLearning(deps, id)
      if (text !== undefined) await forgetUnused(deps, library)
      return text
    },
    merge: (isDryRun) => mergeDuplicates(deps, library, isDryRun),
    mergeLines: (sides) => mergeLines(deps.digest, sides),
    folder: () => deps.files.folder,
    mine: (sessions) => mine(deps, library, sessions),
    proposals: () => openProposals(deps),
    accept: (ids) => acceptProposals(deps, ids, (request) => remember(deps, library, request)),
    dismiss: (ids) => dismissProposals(deps, ids),
    show: (id) => showMemory(deps, library, id),
    duplicates: async () => {
      const { items, messages } = await library.learnings()
      return { groups: findDuplicates(items), messages }
    },
    analyze: () => analyze(deps, library),
    doctor: (isDryRun) => examineMemory(deps, isDryRun),
  }
}
