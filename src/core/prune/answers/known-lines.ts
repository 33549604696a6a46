import type { ScoredLines } from '../scored-lines.ts'

/** The lines that the reader of a form chooses, with what they need: a header is none of its own. */
export function knownLines({ clear, needs }: ScoredLines): Uint8Array | undefined {
  const known = clear?.()
  if (known === undefined || needs === undefined) return known
  for (let line = known.length - 1; line >= 0; line--) {
    const needed = needs[line] ?? -1
    if (known[line] === 1 && needed >= 0) known[needed] = 1
  }
  return known
}
