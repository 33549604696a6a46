import type {
  ChunkRecord,
  DocumentKind,
  DocumentRecord,
  KeyedChunk,
  KeyedWords,
  Trust,
} from '../../ports/store/documents.ts'
import type { Row } from './database.ts'
import { fromColumn, toColumn } from './text.ts'

/** Columns of `knowledge_documents`, in the order of `documentValues`. */
export const documentColumns =
  'id, source, trust, root, path, title, title_key, kind, language, tags, digest, bytes, modified_at, indexed_at'

export function documentValues(document: DocumentRecord): readonly unknown[] {
  return [
    toColumn(document.id),
    toColumn(document.source),
    document.trust,
    toColumn(document.root),
    toColumn(document.path),
    toColumn(document.title),
    toColumn(document.titleKey),
    document.kind,
    toColumn(document.language),
    document.tags.map(toColumn),
    document.digest,
    Math.round(document.bytes),
    Math.round(document.modifiedAt),
    Math.round(document.indexedAt),
  ]
}

export function toDocument(row: Row, id = row.id): DocumentRecord {
  return {
    id: fromColumn(id),
    source: fromColumn(row.source),
    trust: String(row.trust) as Trust,
    root: fromColumn(row.root),
    path: fromColumn(row.path),
    title: fromColumn(row.title),
    titleKey: fromColumn(row.title_key),
    kind: String(row.kind) as DocumentKind,
    language: fromColumn(row.language),
    tags: Array.isArray(row.tags) ? row.tags.map(fromColumn) : [],
    digest: String(row.digest),
    bytes: Number(row.bytes),
    modifiedAt: Number(row.modified_at),
    indexedAt: Number(row.indexed_at),
  }
}

/** Columns of a chunk beside those of its document, whose digest and id would hide the chunk's. */
export const chunkColumns = `c.key as chunk_key, c.id as chunk_id, d.id as document_id, c.ordinal,
  c.heading_path, c.text, c.start_line, c.end_line, c.page, c.digest as chunk_digest`

export function toChunk(row: Row): ChunkRecord {
  return {
    id: String(row.chunk_id),
    documentId: fromColumn(row.document_id),
    ordinal: Number(row.ordinal),
    headingPath: JSON.parse(String(row.heading_path)),
    text: fromColumn(row.text),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    digest: String(row.chunk_digest),
    ...(row.page === null ? {} : { page: Number(row.page) }),
  }
}

export function toKeyedChunk(row: Row): KeyedChunk {
  return { ...toChunk(row), key: Number(row.chunk_key), document: toDocument(row, row.document_id) }
}

export function toWords(row: Row): KeyedWords {
  return {
    key: Number(row.key),
    title: String(row.title),
    heading: String(row.heading),
    body: String(row.body),
  }
}

/** Rows by their key, in the order asked; keys that are gone are left out. */
export function inOrder<Item extends { readonly key: number }>(
  keys: readonly number[],
  items: readonly Item[],
): readonly Item[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}
