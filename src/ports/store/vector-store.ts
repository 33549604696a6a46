import type { DigestVector, ModelUsage } from './document-vectors.ts'
import type { SearchMeans } from './documents.ts'

/**
 * Vectors of texts by model and digest, beside the database that keeps the texts: all that a vector store
 * must be able to do. It knows nothing of chunks; a vector whose text is gone finds none and does no harm.
 */
export interface VectorStore {
  /** How `nearest` finds what it finds. */
  readonly means: SearchMeans['vector']
  /** In place of any of the same model and digest. */
  put(model: string, vectors: readonly DigestVector[]): Promise<void>
  /** The vectors that are there for these digests. */
  load(model: string, digests: readonly string[]): Promise<readonly DigestVector[]>
  /** Those of these digests that have a vector of the model. */
  known(model: string, digests: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Texts by cosine, best first; fewer than `limit` only when there are no more.
   * Vectors of another length than the query's are refused with `vector_dimensions_differ`.
   */
  nearest(model: string, vector: Float32Array, limit: number): Promise<readonly ScoredDigest[]>
  /** Forgets these texts, whichever model their vectors are of. */
  forget(digests: readonly string[]): Promise<void>
  /** Forgets the vectors of one model. */
  drop(model: string): Promise<void>
  /** In the order of names; models without vectors are not named. */
  models(): Promise<readonly ModelUsage[]>
  /** Grows with every change, in whichever process it happens. */
  revision(): Promise<number>
  close(): Promise<void>
}

interface ScoredDigest {
  readonly digest: string
  readonly score: number
}
