import { closeness, type Positions } from './proximity.ts'

/** What a question asks for, with the rarity of each term. */
export interface Asked {
  /** In the order of the question. */
  readonly terms: readonly string[]
  rarity(term: string): number
}

/** What holding every term is worth, and what holding every two neighbours as neighbours adds. */
const coverageWeight = 0.7
const neighbourWeight = 0.47
/** The part of words in the evidence where a vector was compared too. */
const wordShare = 0.6

/**
 * How much of a question one chunk speaks of, 0 to 1: the share of its terms, each by its rarity,
 * and the share of its neighbouring terms that are neighbours here too, which tells a subject from
 * a coincidence.
 */
export function evidenceOf(asked: Asked, chunk: Positions): number {
  const coverage = coverageOf(asked, chunk)
  const pairs = pairsOf(asked.terms)
  if (pairs.length === 0) return coverage
  let found = 0
  let total = 0
  for (const [first, second] of pairs) {
    const weight = Math.min(asked.rarity(first), asked.rarity(second))
    total += weight
    found += weight * closeness(chunk, first, second)
  }
  const neighbours = total === 0 ? 0 : found / total
  return Math.min(1, coverageWeight * coverage + neighbourWeight * neighbours)
}

/** Evidence of words and of a vector together; the cosine counts from what unrelated texts have. */
export function withCosine(words: number, cosine: number, background: number): number {
  const likeness = Math.max(0, (cosine - background) / (1 - background))
  return wordShare * words + (1 - wordShare) * likeness
}

/** The share of the question's terms that the chunk holds, each by its rarity. */
function coverageOf(asked: Asked, chunk: Positions): number {
  let found = 0
  let total = 0
  for (const term of new Set(asked.terms)) {
    const weight = asked.rarity(term)
    total += weight
    if (chunk.has(term)) found += weight
  }
  return total === 0 ? 0 : found / total
}

function pairsOf(terms: readonly string[]): readonly (readonly [string, string])[] {
  return terms.flatMap((term, at) => {
    const next = terms[at + 1]
    return next === undefined ? [] : [[term, next] as const]
  })
}
