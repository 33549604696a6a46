import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { DocumentRecord, KeyedChunk } from '../../ports/store/document-rows.ts'
import type { Documents } from '../../ports/store/documents.ts'
import { rawLinesBetween, splitLines } from '../text/lines.ts'

export interface FetchRequest {
  readonly chunkId?: string
  readonly documentId?: string
  /** 1-based and inclusive. */
  readonly startLine?: number
  readonly endLine?: number
}

/** A text of the base exactly as it was ingested. */
export interface Fetched {
  readonly doc_id: string
  readonly doc_path: string
  readonly title: string
  readonly start_line: number
  readonly end_line: number
  readonly page?: number
  readonly text: string
}

/** A chunk, a document, or some lines of one, verbatim. */
export async function fetchText(documents: Documents, request: FetchRequest): Promise<Fetched> {
  if (request.chunkId !== undefined) return fetchChunk(documents, request.chunkId)
  const record = await findDocument(documents, request.documentId ?? '')
  const chunks = await documents.chunksOf(record.id)
  const lines = splitLines(chunks.map(({ text }) => text).join(''))
  const first = Math.max(1, request.startLine ?? 1)
  const last = Math.min(lines.count, request.endLine ?? lines.count)
  if (first > last && lines.count > 0)
    throw new EngineError('invalid_range', phrase`The document has lines 1 to ${lines.count}`, {
      details: { start_line: first, end_line: request.endLine },
    })
  return {
    doc_id: record.id,
    doc_path: record.path,
    title: record.title,
    start_line: first,
    end_line: last,
    text: rawLinesBetween(lines, first - 1, last - 1),
  }
}

async function fetchChunk(documents: Documents, id: string): Promise<Fetched> {
  const chunk = await documents.findChunk(id)
  if (chunk === undefined) throw notIndexed(`There is no chunk ${id}`)
  return toFetched(chunk)
}

/** A document by its id, or by its path where only one has it, as people write it: `docs/setup.md`. */
export async function findDocument(documents: Documents, id: string): Promise<DocumentRecord> {
  const record = await documents.find(id)
  if (record) return record
  const path = id.replace(/^\.\//, '')
  const [only, another, ...more] = await documents.list(
    { pathGlob: path.replace(/[*?]/g, '?') },
    { limit: 20 },
  )
  if (only && another === undefined) return only
  const exact = [only, another, ...more].filter((one) => one?.path === path)
  if (exact[0] && exact.length === 1) return exact[0]
  throw notIndexed(
    another ? `Several documents are at ${id}: name its source too` : `There is no document ${id}`,
  )
}

function toFetched(chunk: KeyedChunk): Fetched {
  return {
    doc_id: chunk.documentId,
    doc_path: chunk.document.path,
    title: chunk.document.title,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    ...(chunk.page === undefined ? {} : { page: chunk.page }),
    text: chunk.text,
  }
}

function notIndexed(message: string): EngineError {
  return new EngineError('not_indexed', message, {
    hint: '`tamis list` shows the documents, `tamis search` finds chunks.',
  })
}
