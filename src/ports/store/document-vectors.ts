import type { DocumentFilter, DocumentKind } from './document-rows.ts'
import type { ScoredKey } from './document-words.ts'

/** The vectors of what the chunks of documents say, one set for each model. */
export interface DocumentVectors {
  /** Texts that have no vector of this model yet, in the order of keys after `afterKey`. */
  withoutVector(model: string, limit: number, afterKey?: number): Promise<readonly PendingText[]>
  /** Kept by model and digest of the text while any chunk says it, so that an equal text is embedded once. */
  putVectors(model: string, vectors: readonly DigestVector[]): Promise<void>
  /** Forgets the vectors of one model, so that all texts lack one again. */
  dropVectors(model: string): Promise<void>
  /** Chunks by cosine, best first, among the vectors of one model. */
  nearest(query: NearestQuery): Promise<readonly ScoredKey[]>
  /** The cosine of these chunks, in order; `undefined` where the chunk has no vector of the model. */
  cosines(
    model: string,
    vector: Float32Array,
    keys: readonly number[],
  ): Promise<readonly (number | undefined)[]>
  /** The vectors that are there for these digests. */
  vectors(model: string, digests: readonly string[]): Promise<readonly DigestVector[]>
}

export interface NearestQuery {
  readonly model: string
  readonly vector: Float32Array
  readonly filter: DocumentFilter
  readonly limit: number
}

export interface PendingText {
  /** Of a chunk that holds the text; others may hold it too. */
  readonly key: number
  readonly digest: string
  readonly title: string
  readonly kind: DocumentKind
  readonly headingPath: readonly string[]
  readonly text: string
}

export interface DigestVector {
  readonly digest: string
  readonly vector: Float32Array
}

export interface ModelUsage {
  readonly model: string
  readonly dimensions: number
  readonly vectors: number
}
