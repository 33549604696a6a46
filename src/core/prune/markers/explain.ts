import type { LineRange } from '../../text/ranges.ts'
import { type ScoredLines, why } from '../scored-lines.ts'
import { bestOf } from '../select/order-by-score.ts'
import type { KeptBlock, KeptReason } from '../types.ts'

/** Why each kept block stays: what its best line says, and how good that line is. */
export function explainBlocks(
  keptRanges: readonly LineRange[],
  scored: ScoredLines,
  absolute: Uint8Array,
): readonly KeptBlock[] {
  const { floor = 0 } = scored
  const best = bestOf(scored.scores)
  const reasons = scored.reasons()
  return keptRanges.map((range) => {
    const peak = bestOf(scored.scores.subarray(range.start - 1, range.end))
    const score = best > 0 ? peak / best : 0
    const rounded = Math.round(score * 1000) / 1000
    const hasReason = rounded > 0 && peak >= floor
    const reason = nameOf(reasonsIn(reasons, absolute, range), hasReason)
    return { ...range, reason, score: rounded }
  })
}

/** The score of each line as a whole per cent of the best one. */
export function relativeScores({ scores }: ScoredLines): readonly number[] {
  const best = bestOf(scores)
  return Array.from(scores, (score) => (best > 0 ? Math.round((100 * score) / best) : 0))
}

function reasonsIn(reasons: Uint8Array, absolute: Uint8Array, { start, end }: LineRange): number {
  const isDirective = absolute.subarray(start - 1, end).some((flag) => flag !== 0)
  const bits = reasons.subarray(start - 1, end).reduce((all, reason) => all | reason, 0)
  return isDirective ? bits | why.directive : bits
}

function nameOf(reasons: number, hasReason: boolean): KeptReason {
  if ((reasons & why.directive) !== 0) return 'directive'
  if (!hasReason) return (reasons & why.structure) === 0 ? 'constraint' : 'structure'
  if ((reasons & why.goal) !== 0) return 'goal'
  if ((reasons & why.error) !== 0) return 'error'
  if ((reasons & why.standout) !== 0) return 'standout'
  return (reasons & why.structure) === 0 ? 'context' : 'structure'
}
