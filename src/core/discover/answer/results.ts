import type { Dag, JsonObject } from '../../../ports/store/catalog.ts'
import type { PipelineStep } from '../catalog/pipeline.ts'

export type Verbosity = 'minimal' | 'summary' | 'full' | 'code'

/** One thing found, as callers see it. */
export interface DiscoverResult {
  readonly id: string
  readonly type: 'tool' | 'capability' | 'skill'
  /** One descriptive sentence. */
  readonly intent: string
  /** The chance, 0 to 1, that this is among what is needed. */
  readonly score: number
  readonly note?: string
  /** Why learning raised it. */
  readonly because?: string
  readonly suggestionReason?: 'co-occurrence' | 'alternative'
  readonly coOccurrenceWith?: string
  readonly coOccurrenceStrength?: number
  readonly alternativeTo?: string
  /** How code calls it. */
  readonly signature?: string
  readonly summary?: ResultSummary
  readonly details?: ResultDetails
}

/** A result before it is cut to its budget. */
export interface FoundResult extends DiscoverResult {
  /** Its signature, ever shorter. */
  readonly signatures?: readonly string[]
}

export interface ResultSummary {
  readonly toolSchema?: {
    readonly requiredParams: readonly string[]
    readonly optionalParams: readonly string[]
    readonly returnType: string
  }
  readonly pipeline?: readonly PipelineStep[]
  readonly toolsUsed?: readonly string[]
  readonly inputs?: readonly string[]
  readonly outputs?: readonly string[]
  readonly successRate?: number
  readonly avgDurationMs?: number
  readonly usageCount?: number
  readonly lastUsed?: string
  /** Tools whose schema changed since the capability was learned. */
  readonly stale?: readonly string[]
}

export interface ResultDetails {
  readonly description?: string
  /** The whole text of a skill. */
  readonly instructions?: string
  /** The other files of a skill. */
  readonly files?: readonly string[]
  readonly fullSchema?: JsonObject
  readonly outputSchema?: JsonObject
  readonly examples?: readonly string[]
  readonly source?: {
    readonly type: 'code' | 'dag'
    readonly code?: string
    readonly dagStructure?: Dag
  }
  readonly reconstructedDAG?: Dag
  readonly invocationHistory?: readonly Invocation[]
  /** What does not fit here, and how to get it. */
  readonly missing?: readonly string[]
}

export interface Invocation {
  readonly at: string
  readonly intent: string
  readonly success: boolean
  readonly durationMs?: number
}

export interface DiscoverResponse {
  readonly results: readonly DiscoverResult[]
  readonly meta: {
    readonly totalFound: number
    readonly returnedCount: number
    readonly searchTimeMs: number
    readonly verbosity: Verbosity
    /** Legs of the search that did not run, for instance `vectors`. */
    readonly missing?: readonly string[]
    readonly didYouMean?: string
    /** How likely the first result is what is needed: `low` from 0.2, `high` from 0.5; `none` means nothing fits, and what is shown is only near. */
    readonly confidence: 'high' | 'low' | 'none'
    /** Servers whose tools are not listed yet. */
    readonly pending?: readonly string[]
  }
  readonly warnings?: readonly string[]
}
