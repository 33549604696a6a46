/** Lines of two texts in order: in both, only before, or only after. */
export interface DifferenceLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/**
 * What became of a text whose lines were left out and replaced by markers: every line of the shorter one
 * is looked for in what follows of the longer one. Lines are never reordered by a sieve, so one pass is enough.
 */
export function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  const old = before.split('\n')
  const places = Map.groupBy(old.keys(), (at) => old[at] ?? '')
  const lines: DifferenceLine[] = []
  let from = 0
  for (const text of after.split('\n')) {
    const at = places.get(text)?.find((place) => place >= from)
    if (at === undefined) {
      lines.push({ kind: 'new', text })
      continue
    }
    for (const gone of old.slice(from, at)) lines.push({ kind: 'gone', text: gone })
    lines.push({ kind: 'same', text })
    from = at + 1
  }
  return [...lines, ...old.slice(from).map((text) => ({ kind: 'gone' as const, text }))]
}
