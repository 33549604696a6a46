import type { Bm25Index, WeightedTerm } from '../../text/bm25.ts'

/** A word that no entry has still says something: that the others are not all that is meant. */
const unknownShare = 0.25

/** The most that matching could give: the rarity of all terms of the intent. */
export function intentMass(index: Bm25Index, terms: readonly WeightedTerm[]): number {
  let mass = 0
  for (const [term, weight] of terms) {
    const share = index.documentFrequency(term) > 0 ? 1 : unknownShare
    mass += share * weight * index.rarity(term)
  }
  return mass || 1
}
