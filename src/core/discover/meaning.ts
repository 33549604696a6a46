import type { Embedder } from '../../ports/embedder.ts'
import type { Intent } from './intent.ts'
import type { SearchIndex } from './search-index.ts'

/** What an embedder adds to an intent. */
export interface Meaning {
  /** The intent itself. */
  readonly vector: Float32Array
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
  of(intent: Intent, signal?: AbortSignal): Promise<Meaning>
}

/** Embeds a catalog; `known` carries vectors by text across rebuilds, `rest` lets others run in between. */
export type BuildMeaning = (
  embedder: Embedder,
  index: SearchIndex,
  known: Map<string, Float32Array>,
  rest?: () => Promise<void>,
) => Promise<MeaningIndex>
