import type { Digest } from '../../ports/digest.ts'
import { shortId } from '../text/short-id.ts'
import type { PruneInput } from './types.ts'

/**
 * Derived from everything that shapes the result, so that the same call gives the same markers in
 * any process. `backend` names what scored the lines.
 */
export function pruneIdOf(input: PruneInput, backend: string, digest: Digest): string {
  const { keepBudget } = input
  const facts = [
    digest(input.text),
    input.goal,
    input.sourceType,
    [input.maxPruneRatio, input.minKeepLines, input.annotateLines, input.includeMarkers],
    [input.language ?? null, keepBudget?.chars ?? null, keepBudget?.countsMarkers ?? null],
    backend,
  ]
  return shortId('prn_', digest(JSON.stringify(facts)))
}
