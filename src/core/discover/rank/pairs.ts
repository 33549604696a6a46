import type { Bm25Index } from '../../text/bm25.ts'

/** Pairs of terms that an intent says side by side. */
export interface Pairs {
  /** How many of them the texts of an entry say side by side too, each once and by its rarity. */
  in(texts: readonly (readonly string[])[]): number
}

/** What stands further on in a text is detail. */
const mostTerms = 1000

/** Reads the pairs of an intent, to look for them in a few entries. */
export function readPairs(said: readonly string[], { rarity }: Bm25Index): Pairs {
  const after = new Map<string, Set<string>>()
  said.slice(1).forEach((next, at) => {
    const term = said[at] ?? ''
    after.set(term, (after.get(term) ?? new Set()).add(next))
  })
  return {
    in(texts) {
      const found = new Map<string, Set<string>>()
      for (const terms of texts) collect(terms, after, found)
      let sum = 0
      for (const [term, followers] of found)
        for (const next of followers) sum += rarity(term) + rarity(next)
      return sum
    },
  }
}

function collect(
  terms: readonly string[],
  after: ReadonlyMap<string, ReadonlySet<string>>,
  found: Map<string, Set<string>>,
): void {
  const end = Math.min(terms.length, mostTerms) - 1
  for (let at = 0; at < end; at++) {
    const [term = '', next = ''] = [terms[at], terms[at + 1]]
    if (after.get(term)?.has(next)) found.set(term, (found.get(term) ?? new Set()).add(next))
  }
}
