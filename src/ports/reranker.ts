/** Scores texts against a question; may call the outside, so it may fail, and that is a value. */
export interface Reranker {
  readonly name: string
  /** How many documents one call may score. */
  readonly maxDocuments: number
  rerank(query: string, documents: readonly string[], signal: AbortSignal): Promise<Reranking>
}

export type Reranking =
  | {
      readonly kind: 'scored'
      /** In 0..1, one per document. */
      readonly scores: readonly number[]
      readonly latencyMs: number
      readonly httpStatus: number
      readonly isCached: boolean
    }
  | {
      readonly kind: 'failed'
      readonly reason: 'http_error' | 'parse_error' | 'config_error'
      readonly httpStatus?: number
    }
