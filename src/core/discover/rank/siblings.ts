/**
 * Who needs a tool often needs others of its server too, whose words nobody says: so a part of
 * each sum is that of the best of its server. The best, and who is alone, stay as they are.
 */
export function amongSiblings(sums: Float64Array, serverOf: readonly number[]): Float64Array {
  const best = new Float64Array(sums.length)
  serverOf.forEach((server, entry) => {
    best[server] = Math.max(best[server] ?? 0, sums[entry] ?? 0)
  })
  return sums.map((sum, entry) =>
    sum === 0 ? 0 : sum + part * ((best[serverOf[entry] ?? 0] ?? 0) - sum),
  )
}

/** Flat from a tenth to a quarter on public sets. */
const part = 1 / 6
