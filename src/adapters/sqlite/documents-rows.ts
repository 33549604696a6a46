import type { SQLInputValue } from 'node:sqlite'
import type {
  ChunkRecord,
  DocumentKind,
  DocumentRecord,
  KeyedChunk,
  Trust,
} from '../../ports/store/documents.ts'

export type Row = Readonly<Record<string, SQLInputValue>>

/** Columns of `knowledge_documents`, in the order of `documentValues`. */
export const documentColumns =
  'id, source, trust, root, path, title, title_key, title_start, kind, language, tags, digest, bytes, modified_at, indexed_at'

/** The first two words of a title key. */
export function titleStart(key: string): string {
  return key.split(' ', 2).join(' ')
}

export function documentValues(document: DocumentRecord): SQLInputValue[] {
  return [
    document.id,
    document.source,
    document.trust,
    document.root,
    document.path,
    document.title,
    document.titleKey,
    titleStart(document.titleKey),
    document.kind,
    document.language,
    JSON.stringify(document.tags),
    document.digest,
    Math.round(document.bytes),
    Math.round(document.modifiedAt),
    Math.round(document.indexedAt),
  ]
}

export function toDocument(row: Row, id = row.id): DocumentRecord {
  return {
    id: String(id),
    source: String(row.source),
    trust: String(row.trust) as Trust,
    root: String(row.root),
    path: String(row.path),
    title: String(row.title),
    titleKey: String(row.title_key),
    kind: String(row.kind) as DocumentKind,
    language: String(row.language),
    tags: JSON.parse(String(row.tags)),
    digest: String(row.digest),
    bytes: Number(row.bytes),
    modifiedAt: Number(row.modified_at),
    indexedAt: Number(row.indexed_at),
  }
}

/** Columns of a chunk beside those of its document, whose digest and id would hide the chunk's. */
export const chunkColumns = `c.key as key, c.id as chunk_id, d.id as document_id, c.ordinal, c.heading_path, c.text,
  c.start_line, c.end_line, c.page, c.digest as chunk_digest`

export function toChunk(row: Row): ChunkRecord {
  return {
    id: String(row.chunk_id),
    documentId: String(row.document_id),
    ordinal: Number(row.ordinal),
    headingPath: JSON.parse(String(row.heading_path)),
    text: String(row.text),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    digest: String(row.chunk_digest),
    ...(row.page === null ? {} : { page: Number(row.page) }),
  }
}

export function toKeyedChunk(row: Row): KeyedChunk {
  return {
    ...toChunk(row),
    key: Number(row.key),
    document: toDocument(row, row.document_id ?? null),
  }
}
