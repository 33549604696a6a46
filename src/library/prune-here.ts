import type { MarkerLocale } from '../core/prune/markers/marker-words.ts'
import type { LineCut } from '../core/prune/markers/shorten-lines.ts'
import { pruneIdOf } from '../core/prune/request/prune-id.ts'
import { pruneOnce } from '../core/prune/request/prune-text.ts'
import { resolveCounted } from '../core/prune/request/resolve-request.ts'
import type { PruneOutcome, SourceType } from '../core/prune/types.ts'
import type { Digest } from '../ports/digest.ts'

/** A text to prune; all but the text may be left open. */
export interface PruneOptions {
  readonly text: string
  /** What the reader wants to find out; what went wrong when not given. */
  readonly goal?: string
  /** Exit code of the program that printed the text: 0 is shortened further, others keep what failed. */
  readonly exitCode?: number
  /** Detected when not given. */
  readonly sourceType?: SourceType
  /** Where the text came from, for its type and language. */
  readonly path?: string
  /** Share of the characters to keep, 0 to 1. */
  readonly keepRatio?: number
  /** Share of the lines that may go, 0 to 1: a law of the result. */
  readonly maxPruneRatio?: number
  /** Lines that must stay: a law of the result. */
  readonly minKeepLines?: number
  /** Number the kept lines. */
  readonly annotateLines?: boolean
  /** Mark what was left out; true when not given. */
  readonly includeMarkers?: boolean
  /** Language of markers and reasons; English when not given. */
  readonly locale?: MarkerLocale
  /** Say why each kept block stays. */
  readonly explain?: boolean
  /** Give the score of every line. */
  readonly scoresLines?: boolean
  /** Drop terminal colours. */
  readonly stripAnsi?: boolean
}

/** What is left of a text, and the id its markers carry. */
export interface Pruned extends PruneOutcome {
  readonly pruneId: string
  /** What was cut inside of very long lines. */
  readonly cuts: readonly LineCut[]
}

const usual = {
  goal: '',
  annotateLines: false,
  includeMarkers: true,
  locale: 'en',
  explain: false,
  scoresLines: false,
  stripAnsi: false,
} as const

/** Prunes with nothing but a digest: nothing is stored, asked or timed, and the id is the one every door gives. */
export function pruneHere(options: PruneOptions, digest: Digest): Pruned {
  const open = { ...usual, ...options, timeoutMs: Number.POSITIVE_INFINITY }
  const request = resolveCounted(open, 0)
  const pruneId = pruneIdOf(request, 'heuristic', digest)
  const { outcome, cuts } = pruneOnce(request, { pruneId, isExpired: () => false })
  return { ...outcome, pruneId, cuts }
}
