import type { DocumentFilter, DocumentRecord } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'

const pageSize = 500

/** Every document that passes, a page at a time. */
export async function* allDocuments(
  documents: Documents,
  filter: DocumentFilter,
): AsyncGenerator<DocumentRecord> {
  for (let after = ''; ; ) {
    const page = await documents.list(filter, { after, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.id
  }
}
