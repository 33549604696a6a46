import type { ChunkRecord, DocumentRecord, KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Row } from '../../rows/coding.ts'
import { documentRows } from '../../rows/documents.ts'
import { sqliteCoding } from '../coding.ts'
import { damaged, requireSeal, sealOf } from '../seal.ts'

const { documentValues, toChunk, toDocument, toKeyedChunk } = documentRows(sqliteCoding)

export function sealOfDocument(document: DocumentRecord): number {
  return sealOf(...documentValues(document))
}

/** With the key of its document: a passage that belongs to another would be cited from there. */
export function sealOfChunk(chunk: ChunkRecord, documentKey: unknown): number {
  return sealOf(...textParts(chunk), chunk.page, chunk.digest, Number(documentKey))
}

/** Passages of before documents had seals are held to what was sealed then. */
export function isSoundChunk(chunk: ChunkRecord, { seal, document }: Row): boolean {
  if (seal === null || seal === undefined) return true
  const kept = Number(seal)
  return sealOfChunk(chunk, document) === kept || sealOf(...textParts(chunk)) === kept
}

/** A document as it was ingested. */
export function soundDocument(row: Row): DocumentRecord {
  return readable(`The document ${row.id}`, () => {
    const document = toDocument(row)
    requireSeal(`The document ${document.id}`, row.seal, ...documentValues(document))
    return document
  })
}

/** A passage as it was ingested: one that is not is not quoted. */
export function soundChunk(row: Row): ChunkRecord {
  return readable(String(row.chunk_id), () => requireSound(toChunk(row), row))
}

/** A passage with its document; both are as they were ingested. */
export function soundKeyedChunk(row: Row): KeyedChunk {
  return readable(String(row.chunk_id), () => {
    soundDocument({ ...row, id: row.document_id, seal: row.document_seal })
    return requireSound(toKeyedChunk(row), row)
  })
}

function requireSound<Chunk extends ChunkRecord>(chunk: Chunk, row: Row): Chunk {
  if (!isSoundChunk(chunk, { seal: row.chunk_seal, document: row.chunk_document }))
    throw damaged(chunk.id)
  return chunk
}

/** A list that is no longer JSON was damaged too. */
function readable<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof SyntaxError ? damaged(what, error) : error
  }
}

function textParts({
  id,
  ordinal,
  headingPath,
  text,
  startLine,
  endLine,
}: ChunkRecord): readonly unknown[] {
  return [id, ordinal, headingPath, text, startLine, endLine]
}
