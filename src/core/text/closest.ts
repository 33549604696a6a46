/** The candidate a person most likely meant by `word`, or `undefined` when none is near. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, deletions, substitutions and swaps of neighbours, each counted as one. */
export function editDistance(a: string, b: string): number {
  let beforeLast = new Uint16Array(b.length + 1)
  let last = Uint16Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = new Uint16Array(b.length + 1)
    current[0] = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edit = Math.min(
        at(last, j) + 1,
        at(current, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
      )
      current[j] = isSwap ? Math.min(edit, at(beforeLast, j - 2) + 1) : edit
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: Uint16Array, index: number): number {
  return row[index] ?? 0
}
