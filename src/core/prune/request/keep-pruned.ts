import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { Ledger } from '../../../ports/store/ledger.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import type { PruneRequest } from '../types.ts'
import { type PruneResult, withoutOmission } from './prune-result.ts'

export interface KeepDeps {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly now: Clock
  readonly log: Log
  readonly limits: { readonly ttlMs: number }
}

/** What cannot be kept cannot be left out: the text passes whole when the store is away. */
export async function keepPruned(
  deps: KeepDeps,
  request: PruneRequest,
  result: PruneResult,
  { source, caller }: { readonly source: string; readonly caller?: Caller | undefined },
): Promise<PruneResult> {
  const { originals, ledger, log, limits } = deps
  const at = deps.now()
  let kept = result
  try {
    await originals.keep([
      {
        id: result.prune_id,
        kind: 'prune',
        text: request.original ?? request.text,
        expiresAt: at + limits.ttlMs,
        ...(result.stats.backend === 'heuristic' ? {} : { result: JSON.stringify(result) }),
      },
    ])
  } catch (error) {
    log.error('original-not-kept', { id: result.prune_id, cause: String(error) })
    kept = withoutOmission(request.text, result)
  }
  const { stats } = kept
  await ledger
    .append([
      {
        at,
        kind: 'prune',
        ref: kept.prune_id,
        source,
        ...(caller ? { caller: caller.name } : {}),
        goal: request.goal.slice(0, 500),
        lines: { before: stats.original_lines, after: stats.kept_lines },
        chars: { before: request.text.length, after: kept.pruned_text.length },
        tokens: { before: stats.tokens_est_before, after: stats.tokens_est_after },
        durationMs: stats.elapsed_ms,
        isFallback: stats.used_fallback,
        warnings: kept.warnings,
        details: { source_type: request.sourceType, backend: stats.backend },
      },
    ])
    .catch((error: unknown) => log.error('ledger-not-written', { cause: String(error) }))
  return kept
}
