/** Where each term stands in a text. */
export type Positions = ReadonlyMap<string, readonly number[]>

/** Fields follow each other with a gap, so that nothing is near across a border. */
export function positionsOf(fields: readonly string[]): Positions {
  const positions = new Map<string, number[]>()
  let at = 0
  for (const field of fields) {
    for (const term of field.split(' ')) {
      if (term === '') continue
      const known = positions.get(term)
      if (known) known.push(at)
      else positions.set(term, [at])
      at += 1
    }
    at += fieldGap
  }
  return positions
}

const fieldGap = 20

/**
 * How close `second` comes to following `first`: 1 side by side (a joined identifier may stand
 * between), less within a few words, 0 elsewhere.
 */
export function closeness(positions: Positions, first: string, second: string): number {
  const ends = positions.get(second)
  if (!ends) return 0
  let best = 0
  let at = 0
  // Both lists ascend, so the nearest on either side is found in one walk.
  for (const start of positions.get(first) ?? []) {
    while (at < ends.length && (ends[at] ?? 0) <= start) at += 1
    const after = closenessOf((ends[at] ?? Number.POSITIVE_INFINITY) - start)
    const before = closenessOf((ends[at - 1] ?? Number.NEGATIVE_INFINITY) - start)
    best = Math.max(best, after, before)
    if (best === 1) return 1
  }
  return best
}

function closenessOf(distance: number): number {
  if (distance === 1 || distance === 2) return 1
  if (distance > 2 && distance <= 5) return 0.5
  return distance < 0 && distance >= -5 ? 0.4 : 0
}
