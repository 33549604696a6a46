import { why } from '../scored-lines.ts'
import { bestOf } from '../select/order-by-score.ts'
import type { DocsOutline } from './outline-docs.ts'

/** Keeps every heading above lines that say nothing. */
const headingFloor = 0.02

/** What headings above inherit of a heading's worth. */
const inheritedShare = 0.5

/** A heading is worth the best line under it, and half of the best heading below it. */
export function raiseHeadings(
  scores: Float64Array,
  reasons: Uint8Array,
  outline: DocsOutline,
): void {
  const best = bestOf(scores)
  const bestByLevel = new Float64Array(8)
  let bestLine = 0
  for (let line = scores.length - 1; line >= 0; line--) {
    const level = outline.headingLevel[line] ?? 0
    bestLine = Math.max(bestLine, scores[line] ?? 0)
    if (level === 0) continue
    const worth = Math.max(bestLine, inheritedShare * takeDeeper(bestByLevel, level))
    bestByLevel[level] = Math.max(bestByLevel[level] ?? 0, worth)
    scores[line] = worth + headingFloor * (best || 1)
    reasons[line] = (reasons[line] ?? 0) | why.structure
    bestLine = 0
  }
}

/** The best of the levels below `level`, which belong to this heading and to none before it. */
function takeDeeper(bestByLevel: Float64Array, level: number): number {
  let best = 0
  for (let deeper = level + 1; deeper < bestByLevel.length; deeper++) {
    best = Math.max(best, bestByLevel[deeper] ?? 0)
    bestByLevel[deeper] = 0
  }
  return best
}
