import type { CodeOutline } from './outline-code.ts'

const signatureShare = 0.95

/** What is kept inside a class or function brings its opening line with it. */
export function raiseSignatures(
  scores: Float64Array,
  structure: Uint8Array,
  { parent }: CodeOutline,
): void {
  const bestInside = new Float64Array(scores.length)
  for (let line = scores.length - 1; line >= 0; line--) {
    const share = structure[line] === 0 ? 1 : signatureShare
    const best = Math.max(scores[line] ?? 0, share * (bestInside[line] ?? 0))
    if (structure[line] !== 0) scores[line] = best
    const above = parent[line] ?? -1
    if (above >= 0) bestInside[above] = Math.max(bestInside[above] ?? 0, best)
  }
}
