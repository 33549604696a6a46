export interface ScannedRow {
  readonly row: number
  readonly score: number
}

/** The `limit` rows with the highest dot product, best first; ties in row order. */
export function scanBest(
  rows: Float32Array,
  count: number,
  vector: Float32Array,
  limit: number,
): readonly ScannedRow[] {
  const wanted = Math.min(limit, count)
  if (wanted === 0) return []
  const scores = new Float32Array(count)
  const whole = count - (count % 4)
  scanFours(rows, whole, vector, scores)
  for (let row = whole; row < count; row++) scores[row] = dotAt(rows, row * vector.length, vector)
  const threshold = nthHighest(scores, wanted)
  const best: ScannedRow[] = []
  for (let row = 0; row < count; row++) {
    const score = scores[row] ?? 0
    if (score >= threshold) best.push({ row, score })
  }
  return best.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, wanted)
}

/** Four rows at a time: each value of the vector is read once for all of them. */
function scanFours(
  rows: Float32Array,
  count: number,
  vector: Float32Array,
  scores: Float32Array,
): void {
  const length = vector.length
  const wide = Float64Array.from(vector)
  for (let row = 0; row < count; row += 4) {
    const first = row * length
    const second = first + length
    const third = second + length
    const fourth = third + length
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let at = 0; at < length; at++) {
      const value = wide[at] as number
      a += (rows[first + at] as number) * value
      b += (rows[second + at] as number) * value
      c += (rows[third + at] as number) * value
      d += (rows[fourth + at] as number) * value
    }
    scores[row] = a
    scores[row + 1] = b
    scores[row + 2] = c
    scores[row + 3] = d
  }
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
export function nthHighest(scores: Float32Array, n: number): number {
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
