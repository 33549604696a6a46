import type { LineRange } from '../text/ranges.ts'
import type { MarkerLocale } from './markers/marker-words.ts'

/** What the contract calls `source_type`. */
export type SourceType = 'code' | 'logs' | 'docs'

export interface PruneInput {
  readonly text: string
  readonly goal: string
  readonly sourceType: SourceType
  /** Share of the lines that may go, in 0..1: a law of the result. */
  readonly maxPruneRatio: number
  /** Lines that must stay, or all of them when the text has fewer: a law of the result. */
  readonly minKeepLines: number
  /** Prefix each kept line with its number: `12│ …`. */
  readonly annotateLines: boolean
  readonly includeMarkers: boolean
  /** The language of markers and reasons; the contract's French when nobody says one. */
  readonly locale?: MarkerLocale
  /** A size to aim for; the two laws hold all the same, so callers loosen them. */
  readonly keepBudget?: KeepBudget
  /** The size is ours to choose: inside the budget, only what has a clear reason stays. */
  readonly choosesSize?: boolean
  /** Nobody said a goal: ours is what went wrong, and not finding it is no news. */
  readonly isGoalOpen?: boolean
  /** The last lines stay, whatever they say: where a program ended well they tell how. */
  readonly keepsEnd?: boolean
  /** Say why each kept block stays. */
  readonly explain?: boolean
  /** Give the score of every line. */
  readonly scoresLines?: boolean
}

/** A prune as the engine is asked for it: what shapes the answer beside the sieve itself. */
export interface PruneRequest extends PruneInput {
  readonly timeoutMs: number
  /** Tokens are estimated, not counted: loading a tokenizer takes longer than a small prune. */
  readonly estimatesTokens?: boolean
  /** Tokens the answer may have; `keepBudget` is the first guess at it. */
  readonly budgetTokens?: number
  /** What to keep for recovery when `text` is a cleaned copy of it. */
  readonly original?: string
  /** Longer lines are cut inside, with markers of their own. */
  readonly longestLine?: number
}

/** Kept text of at most `chars` characters: a ceiling, not filled; directives and the two laws may force more. */
export interface KeepBudget {
  readonly chars: number
  /** Whether the markers must fit as well. */
  readonly countsMarkers: boolean
}

export interface PruneContext {
  readonly pruneId: string
  /** Soft timeout, asked between stages and every few thousand lines. */
  readonly isExpired: () => boolean
  /** One score in 0..1 per line from a reranker, joined to ours; NaN where it has none. */
  readonly lineScores?: Float64Array
  /** How near each line is to the goal in meaning, 0 to 1, for texts that have none of its words. */
  readonly meaning?: Float64Array
}

/** The contract's `pruned_block`, under its own field names. */
export interface PrunedBlock {
  readonly kind: 'pruned_block'
  readonly original_start_line: number
  readonly original_end_line: number
  readonly pruned_line_count: number
  readonly reason: string
  readonly marker: string
}

/**
 * What a kept block holds: the goal, an error, what stands out, structure, a directive, what stands
 * around them, or nothing but lines that a constraint forces to stay.
 */
export type KeptReason =
  | 'goal'
  | 'error'
  | 'standout'
  | 'structure'
  | 'directive'
  | 'context'
  | 'constraint'

export interface KeptBlock extends LineRange {
  readonly reason: KeptReason
  /** In 0..1, relative to the best line of the text. */
  readonly score: number
}

export type PruneWarning = 'timeout' | 'constraints_unmet' | 'goal_not_found'

export interface PruneOutcome {
  /** `unchanged`: nothing was worth hiding, or the fallback let the text through. */
  readonly kind: 'pruned' | 'unchanged'
  readonly text: string
  readonly annotations: readonly PrunedBlock[]
  readonly originalLines: number
  readonly keptLines: number
  readonly keptRanges: readonly LineRange[]
  readonly warnings: readonly PruneWarning[]
  /** The text passed through because we could not do better, see the warnings. */
  readonly fallback: boolean
  readonly blocks?: readonly KeptBlock[]
  /** One whole number in 0..100 a line, relative to the best line of the text. */
  readonly lineScores?: readonly number[]
}
