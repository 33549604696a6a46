import type { Reranker, Reranking } from '../../../ports/reranker.ts'
import { splitLines } from '../../text/lines.ts'
import type { PruneInput } from '../types.ts'
import { scoresByLine, windowsOf } from './windows.ts'

/** What a reranker said of the lines, or why it said nothing, for the contract's stats and warnings. */
export interface Reranked {
  readonly lineScores?: Float64Array
  readonly isFailed: boolean
  readonly stats: Readonly<Record<`deepinfra_${string}`, number | boolean>>
  readonly warnings: readonly string[]
}

/** Scores windows of lines; failing is part of the answer, because pruning goes on without. */
export async function rerankLines(
  reranker: Reranker,
  { text, goal }: PruneInput,
  signal: AbortSignal,
): Promise<Reranked> {
  const lines = splitLines(text)
  const windows = windowsOf(lines, reranker.maxDocuments)
  const reranking = await reranker.rerank(
    goal,
    windows.map((window) => window.text),
    signal,
  )
  if (reranking.kind === 'failed') return failed(reranking, lines.count)
  const scored = windows.reduce((sum, window) => sum + window.count, 0)
  return {
    lineScores: scoresByLine(lines, windows, reranking.scores),
    isFailed: false,
    stats: {
      deepinfra_latency_ms: Math.round(reranking.latencyMs),
      deepinfra_docs_scored: scored,
      deepinfra_docs_total: lines.count,
      deepinfra_http_status: reranking.httpStatus,
      deepinfra_cached: reranking.isCached,
    },
    warnings: [
      ...(reranking.isCached ? ['cache_hit'] : []),
      ...(scored < lines.count ? ['deepinfra_docs_truncated'] : []),
    ],
  }
}

function failed({ reason, httpStatus }: Reranking & { kind: 'failed' }, lines: number): Reranked {
  return {
    isFailed: true,
    stats: {
      deepinfra_docs_scored: 0,
      deepinfra_docs_total: lines,
      deepinfra_cached: false,
      ...(httpStatus === undefined ? {} : { deepinfra_http_status: httpStatus }),
    },
    warnings: ['deepinfra_error', `deepinfra_${reason}`],
  }
}
