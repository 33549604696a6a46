import type { Digest } from '../../../ports/digest.ts'
import { shortId } from '../../text/short-id.ts'
import type { PruneRequest } from '../types.ts'

/**
 * Derived from all that shapes the answer or what it brings back, and from nothing else, so that the
 * same call gives the same markers in any process. `backend` names what scored the lines.
 */
export function pruneIdOf(
  request: Omit<PruneRequest, 'timeoutMs'>,
  backend: string,
  digest: Digest,
): string {
  const { keepBudget, original } = request
  const facts = [
    digest(request.text),
    original === undefined ? null : digest(original),
    request.goal,
    request.sourceType,
    [request.maxPruneRatio, request.minKeepLines, request.annotateLines, request.includeMarkers],
    [keepBudget?.chars ?? null, keepBudget?.countsMarkers ?? null],
    [request.budgetTokens ?? null, request.longestLine ?? null, request.choosesSize ?? false],
    backend,
    ...(request.locale === undefined ? [] : [request.locale]),
    ...(request.keepsEnd === true ? ['end'] : []),
  ]
  return shortId('prn_', digest(JSON.stringify(facts)))
}
