import type { DocumentRecord } from '../../ports/store/document-rows.ts'
import type { Documents } from '../../ports/store/documents.ts'
import { findDocument } from './fetch-text.ts'

export interface Inspected {
  readonly document: DocumentRecord
  readonly chunks: readonly {
    readonly chunk_id: string
    readonly heading_path: readonly string[]
    readonly start_line: number
    readonly end_line: number
    readonly page: number | null
    readonly characters: number
  }[]
}

/** A document by id or path, and how it was cut. */
export async function inspectDocument(documents: Documents, id: string): Promise<Inspected> {
  const document = await findDocument(documents, id)
  const chunks = await documents.chunksOf(document.id)
  return {
    document,
    chunks: chunks.map((chunk) => ({
      chunk_id: chunk.id,
      heading_path: chunk.headingPath,
      start_line: chunk.startLine,
      end_line: chunk.endLine,
      page: chunk.page ?? null,
      characters: chunk.text.length,
    })),
  }
}
