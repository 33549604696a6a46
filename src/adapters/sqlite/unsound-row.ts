import type { Digest } from '../../ports/digest.ts'
import type { ChunkRecord } from '../../ports/store/document-rows.ts'
import type { Row } from '../rows/coding.ts'
import { documentRows } from '../rows/documents.ts'
import { textOf } from '../rows/originals.ts'
import { tokenValues, toToken } from '../rows/tokens.ts'
import { catalogParts } from './catalog.ts'
import { sqliteCoding } from './coding.ts'
import { isSoundChunk } from './documents/document-seals.ts'
import { sealOf } from './seal.ts'
import { isSoundSent } from './sent-results.ts'
import { isSoundVector } from './vector-seals.ts'

const { documentValues, toChunk, toDocument } = documentRows(sqliteCoding)

/** The name of a row that is not as it was written; `undefined` for one that is, or that nothing can tell of. */
export function unsoundRow(table: string, row: Row, digest?: Digest): string | undefined {
  const name = `${table} ${String(row.id ?? row.key ?? row.digest ?? row.seq ?? row.name ?? row.rowid)}`
  try {
    return isSound(table, row, digest) ? undefined : name
  } catch (error) {
    if (error instanceof SyntaxError) return name
    throw error
  }
}

function isSound(table: string, row: Row, digest: Digest | undefined): boolean {
  if (table === 'texts') return digest === undefined || digest(textOf(row)) === row.digest
  if (table.startsWith('catalog_') && JSON.parse(String(row.body)) === null) return false
  if (table === 'sent_results') return isSoundSent(row)
  if (table === 'knowledge_vectors') return isSoundVector(row)
  if (table === 'knowledge_chunks') return isSoundChunk(chunkOf(row), row)
  const parts = sealedParts(table, row)
  if (parts === undefined || row.seal === null || row.seal === undefined) return true
  return Number(row.seal) === sealOf(...parts)
}

function chunkOf(row: Row): ChunkRecord {
  return toChunk({ ...row, chunk_id: row.id, chunk_digest: row.digest, document_id: '' })
}

/** What the seal of a row was made of. */
function sealedParts(table: string, row: Row): readonly unknown[] | undefined {
  if (table === 'originals') return [row.id, row.kind, row.digest, row.result]
  if (table === 'tokens') return tokenValues(toToken(row))
  if (table === 'knowledge_documents') return documentValues(toDocument(row))
  return table.startsWith('catalog_') ? catalogParts(table, row) : undefined
}
