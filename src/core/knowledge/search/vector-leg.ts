import type { Embedder } from '../../../ports/embedder.ts'
import type { DocumentFilter, Documents, ScoredKey } from '../../../ports/store/documents.ts'

/** The vector leg ran, or the reason why it could not. */
export type VectorLeg =
  | { readonly ran: true; readonly vector: Float32Array; readonly hits: readonly ScoredKey[] }
  | { readonly ran: false; readonly missing: 'embedder' | 'vectors' }

/** Chunks by cosine; without an embedder or vectors it says so instead of finding nothing. */
export async function vectorLeg(
  documents: Documents,
  embedder: Embedder | undefined,
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
  return { ran: true, vector, hits }
}
