import type { Embedder } from '../../../../ports/embedder.ts'
import type { ScoredKey } from '../../../../ports/store/document-words.ts'
import { aboveUsual } from '../../../text/model-background.ts'
import { byScore, type RankedKey } from '../explain.ts'
import type { LexicalHit } from './lexical-leg.ts'

export interface Legs {
  readonly lexical: readonly LexicalHit[]
  /** Best first by cosine. */
  readonly vector: readonly ScoredKey[]
  /** The cosine of every lexical candidate that has a vector. */
  readonly cosines: ReadonlyMap<number, number>
  /** The share of the question in scripts the model may not know; see `fuse`. */
  readonly gramShare: number
  /** How much of the base is prose, 0 to 1. */
  readonly proseShare: number
  /** What a chunk that holds every word of the question would score. */
  readonly highestScore: number
  /** Who made the vectors, and the cosine it gives to texts that have nothing to do with each other. */
  readonly reads: Embedder['reads']
  readonly background: number
}

export type Fusion = 'weighted' | 'rrf'

/**
 * What a cosine of 1 is worth beside a chunk that holds every word, which counts 1. Code says less in
 * the words of a question, so there an encoder, which reads what is meant, counts for more.
 */
const vectorWeights: Readonly<Record<Embedder['reads'], { prose: number; code: number }>> = {
  words: { prose: 0.4, code: 0.4 },
  texts: { prose: 1.5, code: 3 },
}
/** The usual constant of reciprocal rank fusion. */
const rankOffset = 60

/** One ranking of both legs: normalised scores with a weight the vectors have earned, or ranks on request. */
export function fuse(legs: Legs, fusion: Fusion): readonly RankedKey[] {
  const lexical = new Map(legs.lexical.map((hit, at) => [hit.key, { ...hit, rank: at + 1 }]))
  const vector = new Map(legs.vector.map(({ key, score }, at) => [key, { score, rank: at + 1 }]))
  const scale = legs.highestScore || 1
  // A model of other scripts must not reorder what the grams found.
  const { prose, code } = vectorWeights[legs.reads]
  const weight = (code + (prose - code) * legs.proseShare) * (1 - legs.gramShare) ** 2
  return [...new Set([...lexical.keys(), ...vector.keys()])]
    .map((key): RankedKey => {
      const word = lexical.get(key)
      const near = vector.get(key)
      const cosine = near?.score ?? legs.cosines.get(key)
      const score =
        fusion === 'rrf'
          ? inverseRank(word?.rank) + inverseRank(near?.rank)
          : (word?.score ?? 0) / scale + weight * aboveUsual(cosine ?? 0, legs.background)
      return {
        key,
        score,
        parts: {
          ...(word === undefined ? {} : { lexical: lexicalParts(word) }),
          ...(cosine === undefined
            ? {}
            : { vector: { score: cosine, ...(near === undefined ? {} : { rank: near.rank }) } }),
        },
      }
    })
    .sort(byScore)
}

/** The lexical leg alone, as a ranking. */
export function lexicalRanking(hits: readonly LexicalHit[]): readonly RankedKey[] {
  return hits.map((hit, at) => ({
    key: hit.key,
    score: hit.score,
    parts: { lexical: lexicalParts({ ...hit, rank: at + 1 }) },
  }))
}

/** The vector leg alone, as a ranking. */
export function vectorRanking(hits: readonly ScoredKey[]): readonly RankedKey[] {
  return hits.map(({ key, score }, at) => ({
    key,
    score,
    parts: { vector: { score, rank: at + 1 } },
  }))
}

function lexicalParts({ score, rank, words, grams, proximity }: LexicalHit & { rank: number }) {
  return { score, rank, words, grams, proximity }
}

function inverseRank(rank: number | undefined): number {
  return rank === undefined ? 0 : 1 / (rankOffset + rank)
}
