import type { Clock } from '../../../ports/clock.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import type { ReadAs } from '../form/read-as.ts'
import type { LineCut } from '../markers/shorten-lines.ts'
import type { KeptBlock, PrunedBlock, PruneOutcome } from '../types.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { Reranked } from './rerank-lines.ts'

/** The contract's answer, under its own field names. */
export interface PruneResult {
  readonly prune_id: string
  readonly pruned_text: string
  readonly annotations: readonly PrunedBlock[]
  readonly stats: PruneStats
  readonly warnings: readonly string[]
  readonly blocks?: readonly KeptBlock[]
  readonly line_scores?: readonly number[]
  /** What was hidden inside very long lines. */
  readonly cuts?: readonly LineCut[]
  /** What the text was taken for, where an explanation was asked for. */
  readonly read_as?: ReadAs
}

interface PruneStats {
  readonly original_lines: number
  readonly kept_lines: number
  readonly pruned_lines: number
  readonly pruned_ratio: number
  readonly tokens_est_before: number
  readonly tokens_est_after: number
  readonly elapsed_ms: number
  readonly used_fallback: boolean
  readonly backend: string
  readonly tokens_saved_est: number
  readonly [cloud: `deepinfra_${string}`]: number | boolean
  readonly cost_estimated_usd?: number
}

/** One pruning, done. */
interface Pruning {
  readonly pruneId: string
  readonly backend: string
  readonly outcome: PassedOutcome
  readonly cuts: readonly LineCut[]
  readonly reranked: Reranked | undefined
  readonly startedAt: number
  readonly now: Clock
}

interface DescribeDeps {
  readonly tokenizer: Tokenizer
  /** Price of the tokens that a prune saves, for the estimate of the saving. */
  readonly usdPerMillionTokens: number
}

/** An outcome that may carry the warnings of the whole request. */
export type PassedOutcome = Omit<PruneOutcome, 'warnings'> & {
  readonly warnings: readonly string[]
}

/** What the caller is told of a pruning of `text`. */
export async function describeResult(
  { tokenizer, usdPerMillionTokens }: DescribeDeps,
  text: string,
  pruning: Pruning,
): Promise<PruneResult> {
  const { outcome, reranked, backend } = pruning
  const before = await estimateTokens(tokenizer, text)
  const after = outcome.text === text ? before : await estimateTokens(tokenizer, outcome.text)
  const prunedLines = outcome.originalLines - outcome.keptLines
  const saved = before - after
  return {
    prune_id: pruning.pruneId,
    pruned_text: outcome.text,
    annotations: outcome.annotations,
    stats: {
      original_lines: outcome.originalLines,
      kept_lines: outcome.keptLines,
      pruned_lines: prunedLines,
      pruned_ratio: floorRatio(prunedLines, outcome.originalLines),
      tokens_est_before: before,
      tokens_est_after: after,
      elapsed_ms: Math.round(pruning.now() - pruning.startedAt),
      used_fallback: outcome.fallback || (reranked?.isFailed ?? false),
      backend,
      tokens_saved_est: saved,
      ...(reranked
        ? { ...reranked.stats, cost_estimated_usd: (saved * usdPerMillionTokens) / 1e6 }
        : {}),
    },
    warnings: [...outcome.warnings, ...(reranked?.warnings ?? [])],
    ...(outcome.lineScores ? { line_scores: outcome.lineScores } : {}),
    ...(outcome.blocks ? { blocks: outcome.blocks } : {}),
    ...(pruning.cuts.length > 0 && !outcome.fallback ? { cuts: pruning.cuts } : {}),
  }
}

/** The same answer with nothing left out, because the original could not be kept. */
export function withoutOmission(text: string, result: PruneResult): PruneResult {
  const { cuts: _, blocks: _blocks, ...passed } = result
  const { original_lines, tokens_est_before } = result.stats
  return {
    ...passed,
    pruned_text: text,
    annotations: [],
    stats: {
      ...result.stats,
      kept_lines: original_lines,
      pruned_lines: 0,
      pruned_ratio: 0,
      tokens_est_after: tokens_est_before,
      tokens_saved_est: 0,
      used_fallback: true,
    },
    warnings: [...result.warnings, 'recovery_unavailable'],
  }
}

/** Four decimals, never above the true ratio: callers compare it with `max_prune_ratio`. */
function floorRatio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part / whole) * 10_000) / 10_000
}
