import type { Embedder } from '../../../ports/embedder.ts'
import type { Intent } from './intent.ts'
import type { SearchIndex } from './search-index.ts'

/** What an embedder adds to an intent. */
export interface Meaning {
  /** The intent as a whole; an encoder may not have read it where nobody asked. */
  readonly vector?: Float32Array | undefined
  /** What likeness adds to the sum of each entry. */
  readonly added: Float64Array
  /** What a closer look adds to one; it takes longer, and is asked for entries that have a chance. */
  closely(entry: number): number
  /** Who judged: what a sum is worth depends on it. */
  readonly reads: Embedder['reads']
}

/** Vectors of a catalog, kept from one catalog to the next so that only new texts are embedded. */
export interface MeaningIndex {
  readonly index: SearchIndex
  of(intent: Intent, options?: MeaningOptions): Promise<Meaning>
}

export interface MeaningOptions {
  /** There are past intents to compare it with, which takes the vector of the whole. */
  readonly hasPast?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Embeds a catalog; `known` carries vectors by text across rebuilds, `rest` lets others run in between. */
export type BuildMeaning = (
  embedder: Embedder,
  index: SearchIndex,
  known: Map<string, Float32Array>,
  rest?: () => Promise<void>,
) => Promise<MeaningIndex>
