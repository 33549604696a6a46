import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { CatalogSkill, Trace } from '../../../ports/store/catalog.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import type { Skills } from '../catalog/skills.ts'
import type { OversizedDeps } from '../run/run.ts'
import { type BrowsedTool, browseTools, type Neighbourhood, neighbourhoodOf } from './browse.ts'
import { type Details, detailsOf, type Include } from './details.ts'
import { type DiscoverInput, type ExplainedScore, explainScores, find } from './find.ts'
import type { IsShown } from './resolve-entry.ts'
import type { DiscoverResponse } from './results.ts'
import { usuallyNext } from './usually-next.ts'
import type { Views } from './view.ts'

export { createSearchAccount } from './account-search.ts'
export type { BrowsedTool, Neighbourhood } from './browse.ts'
export { type Capabilities, createCapabilities } from './capabilities.ts'
export type { Details, Include } from './details.ts'
export type { DiscoverInput, ExplainedScore } from './find.ts'
export type { DiscoverResponse, DiscoverResult } from './results.ts'
export { createViews, type Views } from './view.ts'

/** What is answered to those who search the catalog. */
export interface Answers {
  discover(input: DiscoverInput, signal?: AbortSignal): Promise<DiscoverResponse>
  details(
    id: string,
    include: Include,
    caller?: Caller | undefined,
    isShown?: IsShown,
  ): Promise<Details>
  /** Why the best results of an intent have their scores. */
  explain(intent: string, limit: number, signal?: AbortSignal): Promise<readonly ExplainedScore[]>
  /** Every tool of the catalog, also those that may not be used. */
  tools(): Promise<readonly BrowsedTool[]>
  neighbours(id: string, limit: number): Promise<Neighbourhood>
  /** What usually runs after this. */
  next(trace: Trace): Promise<readonly string[]>
}

interface AnswerDeps {
  readonly views: Views
  readonly tokenizer: Tokenizer
  readonly now: Clock
  readonly configured: () => ReadonlySet<string>
  readonly skills: Skills
  readonly trimDeps: OversizedDeps
  readonly onEmbedderFailure: (error: unknown) => void
}

export function createAnswers(deps: AnswerDeps): Answers {
  const { views } = deps
  return {
    discover: async (input, signal) => find(deps, await views.current(), input, signal),
    async details(id, include, caller, isShown) {
      const readSkill = (skill: CatalogSkill): Promise<string> => deps.skills.read(skill, caller)
      const known = { ...deps.trimDeps, readSkill, isShown }
      return detailsOf(known, await views.current(), id, include)
    },
    explain: async (intent, limit, signal) =>
      explainScores(deps, await views.current(), { intent, limit }, signal),
    tools: async () => browseTools(await views.current()),
    neighbours: async (id, limit) => neighbourhoodOf(await views.current(), id, limit),
    next: async (trace) => usuallyNext(await views.lately(), trace),
  }
}
