const buckets = 65_536

/**
 * Line indexes from best to worst, earlier lines first among equals. Linear: scores are ranked by
 * their place between 0 and the best one, which is finer than any difference that matters.
 */
export function orderByScore(scores: Float64Array): Uint32Array {
  const best = bestOf(scores)
  const scale = best > 0 ? (buckets - 1) / best : 0
  if (scores.length < fewLines) return orderFew(scores, scale)
  const positions = new Uint32Array(buckets + 1)
  for (let index = 0; index < scores.length; index++) {
    const bucket = buckets - 1 - Math.floor((scores[index] ?? 0) * scale)
    positions[bucket + 1] = (positions[bucket + 1] ?? 0) + 1
  }
  for (let bucket = 1; bucket <= buckets; bucket++) {
    positions[bucket] = (positions[bucket] ?? 0) + (positions[bucket - 1] ?? 0)
  }
  const order = new Uint32Array(scores.length)
  for (let index = 0; index < scores.length; index++) {
    const bucket = buckets - 1 - Math.floor((scores[index] ?? 0) * scale)
    const position = positions[bucket] ?? 0
    order[position] = index
    positions[bucket] = position + 1
  }
  return order
}

/** Fewer lines than this are sorted sooner than there are places to count. */
const fewLines = 2048

/** The same order, by keys of place and index. */
function orderFew(scores: Float64Array, scale: number): Uint32Array {
  const keys = new Float64Array(scores.length)
  for (let index = 0; index < scores.length; index++) {
    const bucket = buckets - 1 - Math.floor((scores[index] ?? 0) * scale)
    keys[index] = bucket * fewLines + index
  }
  keys.sort()
  const order = new Uint32Array(scores.length)
  for (let at = 0; at < keys.length; at++) order[at] = (keys[at] ?? 0) % fewLines
  return order
}

/** The highest score, at least 0. */
export function bestOf(scores: Float64Array): number {
  let best = 0
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    if (score > best) best = score
  }
  return best
}

/** Flags the lines worth at least a share of the best one. */
export function linesFrom(scores: Float64Array, share: number): Uint8Array {
  const least = share * bestOf(scores)
  return Uint8Array.from(scores, (score) => (score > 0 && score >= least ? 1 : 0))
}
