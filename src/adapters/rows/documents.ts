import type {
  ChunkRecord,
  DocumentKind,
  DocumentRecord,
  KeyedChunk,
  KeyedDigest,
  LinkedDocument,
  Trust,
} from '../../ports/store/document-rows.ts'
import type { DigestVector, PendingText } from '../../ports/store/document-vectors.ts'
import type { KeyedWords } from '../../ports/store/document-words.ts'
import type { Coding, Row } from './coding.ts'
import { toVector } from './vectors.ts'

/** Columns of `knowledge_documents`, in the order of `documentValues`. */
export const documentColumns =
  'id, source, trust, root, path, title, title_key, kind, language, tags, digest, bytes, modified_at, indexed_at'

/** Columns of a chunk beside those of its document, whose key, digest and id would hide the chunk's. */
export const chunkColumns = `c.key as chunk_key, c.id as chunk_id, d.id as document_id, c.ordinal,
  c.heading_path, c.text, c.start_line, c.end_line, c.page, c.digest as chunk_digest`

/** Rows of the tables of knowledge as the port has them, and documents as rows. */
export function documentRows<List>({ toText, fromText, toList, fromList }: Coding<List>) {
  const documentValues = (document: DocumentRecord): readonly (string | number | List)[] => [
    toText(document.id),
    toText(document.source),
    document.trust,
    toText(document.root),
    toText(document.path),
    toText(document.title),
    toText(document.titleKey),
    document.kind,
    toText(document.language),
    toList(document.tags),
    document.digest,
    Math.round(document.bytes),
    Math.round(document.modifiedAt),
    Math.round(document.indexedAt),
  ]
  const toDocument = (row: Row, id = row.id): DocumentRecord => ({
    id: fromText(id),
    source: fromText(row.source),
    trust: String(row.trust) as Trust,
    root: fromText(row.root),
    path: fromText(row.path),
    title: fromText(row.title),
    titleKey: fromText(row.title_key),
    kind: String(row.kind) as DocumentKind,
    language: fromText(row.language),
    tags: fromList(row.tags),
    digest: String(row.digest),
    bytes: Number(row.bytes),
    modifiedAt: Number(row.modified_at),
    indexedAt: Number(row.indexed_at),
  })
  const toChunk = (row: Row): ChunkRecord => ({
    id: String(row.chunk_id),
    documentId: fromText(row.document_id),
    ordinal: Number(row.ordinal),
    headingPath: JSON.parse(String(row.heading_path)),
    text: fromText(row.text),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    digest: String(row.chunk_digest),
    ...(row.page === null ? {} : { page: Number(row.page) }),
  })
  const toKeyedChunk = (row: Row): KeyedChunk => ({
    ...toChunk(row),
    key: Number(row.chunk_key),
    document: toDocument(row, row.document_id),
  })
  const toLinked = (row: Row): LinkedDocument => ({
    documentId: fromText(row.id),
    titleKey: fromText(row.title_key),
    path: fromText(row.path),
    firstChunk: Number(row.first_chunk),
  })
  const toPending = (row: Row): PendingText => ({
    key: Number(row.key),
    digest: String(row.digest),
    title: fromText(row.title),
    kind: String(row.kind) as DocumentKind,
    headingPath: JSON.parse(String(row.heading_path)),
    text: fromText(row.text),
  })
  return { documentValues, toDocument, toChunk, toKeyedChunk, toLinked, toPending }
}

/** The words of a chunk are kept in a form that needs no coding. */
export function toWords(row: Row): KeyedWords {
  return {
    key: Number(row.key),
    title: String(row.title),
    heading: String(row.heading),
    body: String(row.body),
  }
}

export function toKeyedDigest({ key, digest }: Row): KeyedDigest {
  return { key: Number(key), digest: String(digest) }
}

export function toDigestVector({ digest, vector }: Row): DigestVector {
  return { digest: String(digest), vector: toVector(vector) }
}
