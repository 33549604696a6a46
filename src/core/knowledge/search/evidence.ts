import { aboveUsual } from '../../text/model-background.ts'
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
/** What being named by its title adds: the base then has a text on what is asked. */
const titleWeight = 0.2
/** What words and likeness are worth where a vector was compared too; in full agreement they exceed 1. */
const wordWeight = 0.62
const likenessWeight = 0.45

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
  const likeness = aboveUsual(cosine, background)
  return Math.min(1, wordWeight * words + likenessWeight * likeness)
}

/** Evidence of a chunk whose document the question names by its title. */
export function withTitle(words: number): number {
  return Math.min(1, words + titleWeight)
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
