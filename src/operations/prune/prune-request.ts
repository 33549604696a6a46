import type { OpenPruneRequest } from '../../engine.ts'
import { withoutUndefined } from '../without-undefined.ts'

/** How a text may be treated; the schema of the operation has it from here. */
export const sourceTypes = ['code', 'logs', 'docs'] as const

/** A prune as people ask for it, in the words of the wire. */
export interface OpenPruneInput {
  readonly text: string
  /** Empty: what went wrong, or what matters. */
  readonly goal: string
  readonly exit_code?: number | undefined
  readonly source_type?: OpenPruneRequest['sourceType']
  readonly path?: string | undefined
  readonly keep_ratio?: number | undefined
  readonly budget_tokens?: number | undefined
  readonly max_prune_ratio?: number | undefined
  readonly min_keep_lines?: number | undefined
  readonly locale?: OpenPruneRequest['locale']
  readonly annotate_lines: boolean
  readonly include_markers: boolean
  readonly explain: boolean
  readonly line_scores: boolean
  readonly strip_ansi: boolean
  readonly estimate_tokens: boolean
  readonly timeout_ms: number
}

/** What holds where nothing is said; the schema of the operation has it from here. */
export const usualPruneInput = {
  goal: '',
  annotate_lines: false,
  include_markers: true,
  explain: false,
  line_scores: false,
  strip_ansi: false,
  estimate_tokens: false,
  timeout_ms: 10_000,
} as const satisfies Omit<OpenPruneInput, 'text'>

/** The same in the words of the engine. */
export function toPruneRequest(input: OpenPruneInput): OpenPruneRequest {
  return withoutUndefined({
    text: input.text,
    goal: input.goal,
    annotateLines: input.annotate_lines,
    includeMarkers: input.include_markers,
    explain: input.explain,
    scoresLines: input.line_scores,
    stripAnsi: input.strip_ansi,
    estimatesTokens: input.estimate_tokens,
    timeoutMs: input.timeout_ms,
    exitCode: input.exit_code,
    sourceType: input.source_type,
    path: input.path,
    locale: input.locale,
    keepRatio: input.keep_ratio,
    budgetTokens: input.budget_tokens,
    maxPruneRatio: input.max_prune_ratio,
    minKeepLines: input.min_keep_lines,
  })
}
