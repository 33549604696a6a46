import type { Embedder } from '../../../ports/embedder.ts'
import { aboveUsual, modelBackground } from '../../text/model-background.ts'
import { reasonOf } from '../records/message.ts'
import { type GrainIndex, grainIndex } from './grains.ts'
import { toSimilarity } from './order.ts'
import { type CorpusDeps, checkDimensions, loadMatrix, type Matrix } from './vectors.ts'

/** Texts that can be ranked against a query, by words and, where there is an embedder, by meaning. */
export interface Corpus {
  readonly size: number
  /** Words alone, one score in 0..1 per text. */
  scoreWords(query: string): Float64Array
  rank(query: string, signal?: AbortSignal): Promise<Ranking>
}

export interface Ranking {
  /** One per text, in 0..1 and hundredths. */
  readonly similarities: Float64Array
  readonly legs: 'words' | 'words+vectors'
  /** Why a configured embedder, or the index of its vectors, did not take part, or not for every text. */
  readonly faults: readonly RankingFault[]
}

interface RankingFault {
  readonly part: 'embedder' | 'index'
  readonly reason: string
}

/** Both indexes are built on first use and live as long as the corpus. */
export function corpusOf(deps: CorpusDeps, texts: readonly string[]): Corpus {
  let grains: GrainIndex | undefined
  let matrix: Matrix | undefined

  async function vectorsFor(embedder: Embedder, signal?: AbortSignal): Promise<Matrix> {
    if (matrix === undefined || matrix.missing > 0)
      matrix = await loadMatrix(deps, embedder, texts, signal)
    return matrix
  }

  async function cosines(query: string, signal?: AbortSignal): Promise<Cosines> {
    const { embedder } = deps
    if (embedder === undefined || texts.length === 0) return { background: 0, faults: [] }
    try {
      const known = await vectorsFor(embedder, signal)
      const [embedded] = await embedder.embed([query], 'query', signal)
      const vector = checkDimensions(embedded, embedder.dimensions)
      const background = await modelBackground(embedder)
      const faults = faultsOf(known)
      // Some texts with vectors and some without would be two scales in one list.
      if (known.missing > 0) return { background, faults }
      return { of: (text) => known.cosine(text, vector), background, faults }
    } catch (error) {
      return { background: 0, faults: [{ part: 'embedder', reason: reasonOf(error) }] }
    }
  }

  function scoreWords(query: string): Float64Array {
    grains ??= grainIndex(texts.map((text) => text.split(/\r?\n/).filter((line) => line.trim())))
    return grains.textScores(query)
  }

  return {
    size: texts.length,
    scoreWords,
    async rank(query, signal) {
      const words = scoreWords(query)
      const { of, background, faults } = await cosines(query, signal)
      const similarities = words.map((score, text) =>
        toSimilarity(fuse(score, of?.(text), background)),
      )
      const legs = of === undefined ? 'words' : 'words+vectors'
      return { similarities, legs, faults }
    },
  }
}

interface Cosines {
  readonly of?: (text: number) => number | undefined
  /** What they count from. */
  readonly background: number
  readonly faults: readonly RankingFault[]
}

function faultsOf({ missing, indexFault }: Matrix): readonly RankingFault[] {
  const late = `${missing} texts have no vector yet, run tamis memory reindex`
  return [
    ...(missing === 0 ? [] : [{ part: 'index', reason: late } as const]),
    ...(indexFault === undefined ? [] : [{ part: 'index', reason: indexFault } as const]),
  ]
}

/** Share of meaning in a similarity; the words have the rest. Flat from 0.2 to 0.4 on long conversations. */
const vectorShare = 0.3

/**
 * Joins a score by words and a cosine, both in 0..1; without a cosine the words decide alone. The
 * cosine counts from what the model gives to unrelated texts, or all would be similar to an encoder.
 */
export function fuse(words: number, cosine: number | undefined, background: number): number {
  if (cosine === undefined) return words
  return (1 - vectorShare) * words + vectorShare * aboveUsual(cosine, background)
}
