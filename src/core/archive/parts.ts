import type { Capability, CatalogTool, ServerRecord, Trace } from '../../ports/store/catalog.ts'
import type { ChunkRecord, DocumentRecord, IndexedChunk } from '../../ports/store/document-rows.ts'
import type { DigestVector } from '../../ports/store/document-vectors.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import type { Original } from '../../ports/store/originals.ts'
import type { UsedSentResult } from '../../ports/store/sent-results.ts'
import type { Store } from '../../ports/store/store.ts'
import type { StoredToken } from '../../ports/store/tokens.ts'
import type { Upkeep } from '../../ports/store/upkeep.ts'

/** A store with everything that can be copied out of it and into it. */
export interface Kept {
  readonly store: Pick<Store, 'originals' | 'sentResults' | 'ledger' | 'catalog' | 'tokens'>
  readonly documents: Documents
  readonly upkeep: Upkeep
  /** The index terms of a chunk: computed anew, as each database keeps them in its own form. */
  readonly indexChunk: (document: DocumentRecord, chunk: ChunkRecord) => IndexedChunk
}

export interface DocumentRow {
  readonly record: DocumentRecord
  readonly chunks: readonly ChunkRecord[]
  readonly vectors: readonly (DigestVector & { readonly model: string })[]
}

/** What a row of each part looks like. */
export interface Rows {
  readonly originals: Original
  readonly sent: UsedSentResult
  readonly ledger: LedgerEntry
  readonly servers: ServerRecord
  readonly tools: { readonly server: string; readonly tools: readonly CatalogTool[] }
  readonly capabilities: Capability
  readonly traces: Trace
  readonly tokens: StoredToken
  readonly documents: DocumentRow
}

export type PartName = keyof Rows

/** In the order they are copied. */
export const partNames = [
  'tokens',
  'servers',
  'tools',
  'capabilities',
  'traces',
  'ledger',
  'originals',
  'sent',
  'documents',
] as const satisfies readonly PartName[]

export type ArchiveRow = {
  [Name in PartName]: { readonly part: Name; readonly row: Rows[Name] }
}[PartName]
