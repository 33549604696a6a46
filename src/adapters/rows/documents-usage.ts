import type { Trust } from '../../ports/store/document-rows.ts'
import type { DocumentsUsage } from '../../ports/store/documents.ts'
import type { Coding, Row } from './coding.ts'

/** What the queries of a database count. */
interface UsageRows {
  readonly state: Row | undefined
  readonly documents: Row | undefined
  readonly sources: readonly Row[]
  readonly models: readonly Row[]
  /** Of one model; absent where none was named. */
  readonly vectors: Row | undefined
}

/** The totals of a base as the port has them. */
export function toUsage<List>(
  { fromText }: Coding<List>,
  { state, documents, sources, models, vectors }: UsageRows,
): DocumentsUsage {
  return {
    documents: Number(documents?.count),
    chunks: Number(state?.chunks),
    characters: Number(state?.characters),
    revision: Number(state?.revision),
    sources: sources.map((row) => ({
      source: fromText(row.source),
      documents: Number(row.documents),
      chunks: Number(row.chunks),
      trust: String(row.trust) as Trust,
    })),
    models: models.map((row) => ({
      model: String(row.model),
      dimensions: Number(row.dimensions),
      vectors: Number(row.vectors),
    })),
    vectors: Number(vectors?.vectors ?? 0),
    withoutVector: Number(vectors?.missing ?? 0),
  }
}
