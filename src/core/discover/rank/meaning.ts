import type { Embedder } from '../../../ports/embedder.ts'
import type { Intent } from './intent.ts'
import type { SearchIndex } from './search-index.ts'

/** What an embedder says of an intent: how alike it is to each entry, in several ways. */
export interface Meaning {
  /** The intent as a whole; an encoder may not have read it where nobody asked. */
  readonly vector?: Float32Array | undefined
  /** Of the whole intent, one per entry. */
  readonly whole: Float64Array
  /** Of the catalog's words that are near in meaning to those of the intent. */
  readonly neighbours?: Float64Array
  /** To all that the entry's server does. */
  readonly server?: Float64Array
  /** How much of the intent each entry says, in its words or in words near to them. */
  readonly covered?: Float64Array
  /** By the words that tell the entries of this catalog apart; takes longer, so it is asked of few. */
  subject?(entry: number): number
  /** Of the part of the intent that is likest; asked of few. */
  part(entry: number): number
  /** Who judged: what a sum is worth depends on it. */
  readonly reads: Embedder['reads']
}

/** Vectors of a catalog, kept from one catalog to the next so that only new texts are embedded. */
export interface MeaningIndex {
  readonly index: SearchIndex
  of(intent: Intent, options?: MeaningOptions): Promise<Meaning>
}

interface MeaningOptions {
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
