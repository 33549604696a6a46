import { EngineError, type ErrorCode } from '../../../../errors.ts'
import type { Embedder } from '../../../../ports/embedder.ts'
import type { DocumentFilter } from '../../../../ports/store/document-rows.ts'
import type { ScoredKey } from '../../../../ports/store/document-words.ts'
import type { Documents } from '../../../../ports/store/documents.ts'

/** The vector leg ran, or the reason why it could not. */
export type VectorLeg =
  | {
      readonly ran: true
      readonly vector: Float32Array
      readonly hits: readonly ScoredKey[]
      /** What cosines count from; absent where nobody measured it. */
      readonly background: number | undefined
    }
  | { readonly ran: false; readonly missing: 'embedder' | 'vectors' }

export interface VectorLegDeps {
  readonly documents: Documents
  readonly embedder: Embedder | undefined
  /** What the embedder's cosines count from; see `modelBackground`. */
  background?(): Promise<number>
}

/** Chunks by cosine; without an embedder or vectors it says so instead of finding nothing. */
export async function vectorLeg(
  { documents, embedder, background }: VectorLegDeps,
  query: { readonly text: string; readonly filter: DocumentFilter; readonly limit: number },
  signal?: AbortSignal,
): Promise<VectorLeg> {
  if (embedder === undefined) return { ran: false, missing: 'embedder' }
  const [vector] = await embedder.embed([query.text], 'query', signal)
  if (vector === undefined) return { ran: false, missing: 'vectors' }
  const hits = await documents.nearest({
    model: embedder.model,
    vector,
    filter: query.filter,
    limit: query.limit,
  })
  if (hits.length === 0) return { ran: false, missing: 'vectors' }
  return { ran: true, vector, hits, background: await background?.() }
}

/** A model that cannot be asked now. Vectors of the wrong length are a mistake of the settings, and stay one. */
const awayCodes: readonly ErrorCode[] = [
  'model_unreachable',
  'model_not_pulled',
  'model_refused',
  'model_reply_invalid',
  'model_runtime_missing',
  'timeout',
]

/** True for an error that only says the model is away. */
export function isModelAway(error: unknown): error is EngineError {
  return error instanceof EngineError && awayCodes.includes(error.code)
}
