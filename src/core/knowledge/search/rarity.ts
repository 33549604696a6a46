import type { Documents, LexicalIndex } from '../../../ports/store/documents.ts'
import { isStopWord } from '../../text/stop-words.ts'

/** How rare terms are among all chunks, by the count of chunks that hold them. */
export interface Rarity {
  readonly chunks: number
  frequency(term: string): number
  /** Above 0 for every term, highest for one that no chunk holds. */
  of(term: string): number
}

/** Asks the store once for all the terms a search will need. */
export async function loadRarity(
  documents: Documents,
  index: LexicalIndex,
  terms: readonly string[],
  chunks: number,
): Promise<Rarity> {
  const distinct = [...new Set(terms)]
  const counts = await documents.frequencies(index, distinct)
  const frequencies = new Map(distinct.map((term, at) => [term, counts[at] ?? 0]))
  const frequency = (term: string): number => frequencies.get(term) ?? 0
  return {
    chunks,
    frequency,
    of: (term) => Math.log(1 + (chunks - frequency(term) + 0.5) / (frequency(term) + 0.5)),
  }
}

/** Below this many chunks every term is cheap to look up. */
const smallIndex = 1000

/**
 * Terms in more than a quarter of the chunks add time and no order; the two rarest always stay. In
 * a small index, where counts say little, words without a subject go if others are known.
 */
export function tellingTerms(terms: readonly string[], rarity: Rarity): string[] {
  const known = [...new Set(terms)]
    .filter((term) => rarity.frequency(term) > 0)
    .sort((a, b) => rarity.frequency(a) - rarity.frequency(b))
  if (rarity.chunks < smallIndex) {
    const subjects = known.filter((term) => !isStopWord(term))
    return subjects.length > 0 ? subjects : known
  }
  return known.filter((term, at) => at < 2 || rarity.frequency(term) * 4 <= rarity.chunks)
}
