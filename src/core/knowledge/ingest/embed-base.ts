import { EngineError } from '../../../errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { embedChunks, embedSome } from './embed-chunks.ts'
import type { IngestReport, OnIngest } from './ingest-text.ts'

/** What an ingest did, and what became of the vectors. */
export interface IngestResult extends IngestReport {
  readonly embedded: number
  /** Why texts are without vectors; the words are searchable all the same. */
  readonly embedding_failed: string | null
  /** What to do about it. */
  readonly embedding_hint: string | null
}

/** Gives the texts of a base their vectors, where there is an embedder. */
interface BaseEmbedding {
  /** Every text that lacks a vector; answers how many did. */
  all(onProgress: OnIngest, signal: AbortSignal | undefined): Promise<number>
  /** A few of them; true when more do. */
  some(): Promise<boolean>
  /** All of them after an ingest, which stands also when the model is away. */
  after(
    report: IngestReport,
    onProgress: OnIngest,
    signal: AbortSignal | undefined,
  ): Promise<IngestResult>
}

export function createBaseEmbedding(
  openDocuments: () => Documents,
  embedder: Embedder | undefined,
): BaseEmbedding {
  let settledRevision = -1

  async function all(onProgress: OnIngest, signal: AbortSignal | undefined): Promise<number> {
    if (embedder === undefined) return 0
    const documents = openDocuments()
    const { withoutVector: total } = await documents.usage(embedder.model)
    const report = (done: number): void => onProgress({ phase: 'embedding', done, total })
    return embedChunks(documents, embedder, report, signal)
  }

  return {
    all,
    async some() {
      if (embedder === undefined) return false
      const documents = openDocuments()
      const { revision } = await documents.size()
      // Looking for texts without a vector walks the whole base: only after a change.
      if (revision === settledRevision) return false
      const count = await embedSome(documents, embedder)
      if (count === 0) settledRevision = revision
      return count > 0
    },
    async after(report, onProgress, signal) {
      try {
        const embedded = await all(onProgress, signal)
        return { ...report, embedded, embedding_failed: null, embedding_hint: null }
      } catch (error) {
        // The words are in; vectors may follow when the model is back.
        if (!(error instanceof EngineError)) throw error
        const { code, hint = null } = error
        return { ...report, embedded: 0, embedding_failed: code, embedding_hint: hint }
      }
    },
  }
}
