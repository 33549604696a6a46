import { scoreCodes } from './vector-codes.ts'
import type { VectorRows } from './vector-rows.ts'

interface ScannedRow {
  readonly row: number
  readonly score: number
}

/**
 * The `limit` rows with the highest dot product, best first; ties in row order. Codes are compared
 * first, a quarter of the memory to walk; every row that their error could hide is then compared whole,
 * so the answer is exact.
 */
export function scanBest(
  { rows, codes, count }: VectorRows,
  vector: Float32Array,
  limit: number,
): readonly ScannedRow[] {
  const wanted = Math.min(limit, count)
  if (wanted === 0) return []
  const { scores, error } = scoreCodes(codes, count, vector)
  const threshold = nthHighest(scores, wanted) - 2 * error
  const best: ScannedRow[] = []
  for (let row = 0; row < count; row++)
    if ((scores[row] ?? 0) >= threshold)
      best.push({ row, score: dotAt(rows, row * vector.length, vector) })
  return best.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, wanted)
}

/** Four sums side by side let the processor work ahead; vectors are far longer than the remainder. */
export function dotAt(rows: Float32Array, offset: number, vector: Float32Array): number {
  const length = vector.length
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  for (; at + 3 < length; at += 4) {
    a += (rows[offset + at] as number) * (vector[at] as number)
    b += (rows[offset + at + 1] as number) * (vector[at + 1] as number)
    c += (rows[offset + at + 2] as number) * (vector[at + 2] as number)
    d += (rows[offset + at + 3] as number) * (vector[at + 3] as number)
  }
  for (; at < length; at++) a += (rows[offset + at] as number) * (vector[at] as number)
  return a + b + c + d
}

/** The score of rank `n`, counted in fine steps between lowest and highest: linear, and never too high. */
function nthHighest(scores: Float32Array, n: number): number {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    if (score < low) low = score
    if (score > high) high = score
  }
  if (!(high > low)) return low
  const steps = 4096
  const scale = steps / (high - low)
  const counts = new Uint32Array(steps + 1)
  for (const score of scores) {
    const step = Math.floor((score - low) * scale)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let seen = 0
  for (let step = steps; step >= 0; step--) {
    seen += counts[step] ?? 0
    if (seen >= n) return low + (step - 0.5) / scale
  }
  return low
}
