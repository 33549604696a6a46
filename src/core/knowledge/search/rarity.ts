import type { LexicalIndex } from '../../../ports/store/document-words.ts'
import type { Documents } from '../../../ports/store/documents.ts'
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

/** Chunks that one search may score: in a large index the commoner terms wait for the candidates. */
const affordableChunks = 10_000

/**
 * Terms in more than a quarter of the chunks add time and no order, and so do those that would make
 * a search score too many chunks; the two rarest always stay. `forms` go if others are known; in a
 * small index, where counts say little, so do all words without a subject.
 */
export function tellingTerms(
  terms: readonly string[],
  rarity: Rarity,
  forms: ReadonlySet<string> = new Set(),
): string[] {
  const isSmall = rarity.chunks < smallIndex
  const known = [...new Set(terms)]
    .filter((term) => rarity.frequency(term) > 0)
    .sort((a, b) => rarity.frequency(a) - rarity.frequency(b))
  const subjects = known.filter((term) => !forms.has(term) && !(isSmall && isStopWord(term)))
  const asked = subjects.length > 0 ? subjects : known
  if (isSmall) return asked
  let scored = 0
  return asked.filter((term, at) => {
    scored += rarity.frequency(term)
    return at < 2 || (isUseful(term, rarity) && scored <= affordableChunks)
  })
}

/** In at most a quarter of the chunks: commoner terms add no order. */
export function isUseful(term: string, rarity: Rarity): boolean {
  return rarity.frequency(term) * 4 <= rarity.chunks
}
