import type { Bm25Index } from '../../text/bm25.ts'
import type { Intent } from './intent.ts'
import { otherWords } from './other-words.ts'

/**
 * How much of the intent each entry says in other words that people use for the same, as a share of
 * `mass`. A word that the entry has as it was said counts elsewhere, and one that is common among
 * the entries counts for little whatever it stands for.
 */
export function saidOtherwise(
  { terms }: Intent,
  { rarity, size }: Pick<Bm25Index, 'rarity' | 'size'>,
  holdersOf: (term: string) => Iterable<number>,
  mass: number,
): Float64Array {
  const sums = new Float64Array(size)
  const best = new Float64Array(size)
  for (const [term, weight] of terms) {
    const others = otherWords(term).map((other) => ({
      worth: Math.min(weight * rarity(term), rarity(other)) / mass,
      holders: holdersOf(other),
    }))
    if (others.length === 0) continue
    const found = raise(best, others)
    for (const entry of holdersOf(term)) best[entry] = 0
    for (const entry of found) {
      sums[entry] = (sums[entry] ?? 0) + (best[entry] ?? 0)
      best[entry] = 0
    }
  }
  return sums
}

/** Raises each entry to the worthiest of the words it holds, and gives those that hold any. */
function raise(
  best: Float64Array,
  words: readonly { readonly worth: number; readonly holders: Iterable<number> }[],
): readonly number[] {
  const found: number[] = []
  for (const { worth, holders } of words)
    for (const entry of holders) {
      if (best[entry] === 0) found.push(entry)
      best[entry] = Math.max(best[entry] ?? 0, worth)
    }
  return found
}
