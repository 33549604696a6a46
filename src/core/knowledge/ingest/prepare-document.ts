import type { Digest } from '../../../ports/digest.ts'
import type {
  ChunkRecord,
  DocumentKind,
  DocumentRecord,
  IndexedChunk,
  Trust,
} from '../../../ports/store/document-rows.ts'
import { shortId } from '../../text/short-id.ts'
import type { Definition } from '../chunk/code.ts'
import { cutSections, type Piece } from '../chunk/cut-sections.ts'
import { frontMatter } from '../chunk/front-matter.ts'
import { markdownTitle } from '../chunk/markdown.ts'
import { sectionsOf } from '../chunk/sections-of.ts'
import { chunkWords, gramTerms, languageOf, titleKey } from '../search/index-terms.ts'

/** A text on its way into the index. */
export interface DocumentInput {
  readonly id: string
  readonly source: string
  readonly trust: Trust
  readonly root: string
  readonly path: string
  /** Absent: found in the text, or the name of the file. */
  readonly title?: string
  readonly text: string
  readonly kind: DocumentKind
  /** Absent: found in the text. */
  readonly language?: string
  readonly tags: readonly string[]
  readonly bytes: number
  readonly modifiedAt: number
  readonly definitions?: readonly Definition[]
}

interface PreparedDocument {
  readonly record: DocumentRecord
  readonly chunks: readonly IndexedChunk[]
}

/** Raised when chunkers or terms change, so that every document is cut and indexed again. */
const indexVersion = 6

/** What a document's content is compared by from one ingest to the next. */
export function contentDigest(digest: Digest, text: string): string {
  return `${indexVersion}.${digest(text)}`
}

/** True for a document that was cut and indexed the way this version does it. */
export function isCurrent({ digest }: Pick<DocumentRecord, 'digest'>): boolean {
  return digest.startsWith(`${indexVersion}.`)
}

/** Cuts a document and computes everything its index rows need; same input, same chunk ids. */
export function prepareDocument(
  digest: Digest,
  input: DocumentInput,
  indexedAt: number,
): PreparedDocument {
  const extension = /\.([a-z0-9]+)$/i.exec(input.path)?.[1]?.toLowerCase() ?? ''
  const sections = sectionsOf({ ...input, extension })
  const title = input.title ?? markdownTitle(input.text, sections) ?? fileName(input.path)
  const language = input.language ?? languageOf(input.text)
  const pieces = cutSections(input.text, sections, input.kind !== 'code').filter(
    ({ text }) => text !== '',
  )
  return {
    record: {
      id: input.id,
      source: input.source,
      trust: input.trust,
      root: input.root,
      path: input.path,
      title,
      titleKey: titleKey(title),
      kind: input.kind,
      language,
      tags: [...new Set([...input.tags, ...ownTags(input)])],
      digest: contentDigest(digest, input.text),
      bytes: input.bytes,
      modifiedAt: input.modifiedAt,
      indexedAt,
    },
    chunks: pieces.map((piece, ordinal) =>
      toChunk(digest, input, { piece, ordinal, title, language }),
    ),
  }
}

/** What a page says of itself counts beside the tags it is given. */
function ownTags({ kind, text }: DocumentInput): readonly string[] {
  return kind === 'markdown' ? (frontMatter(text)?.tags ?? []) : []
}

/** The terms of a chunk, which its index rows are made of. */
export function indexChunk(
  { title, language, kind }: Pick<DocumentRecord, 'title' | 'language' | 'kind'>,
  chunk: ChunkRecord,
): IndexedChunk {
  const { headingPath, text } = chunk
  return {
    ...chunk,
    words: chunkWords({ title, headingPath, text }, language, kind === 'code'),
    grams: gramTerms(`${title}\n${text}`).join(' '),
  }
}

function toChunk(
  digest: Digest,
  { id, kind }: DocumentInput,
  cut: { piece: Piece; ordinal: number; title: string; language: string },
): IndexedChunk {
  const { piece, ordinal, title, language } = cut
  const chunk = {
    id: shortId('chk_', digest([id, ordinal, piece.text].join('\n'))),
    documentId: id,
    ordinal,
    headingPath: piece.headingPath,
    text: piece.text,
    startLine: piece.startLine,
    endLine: piece.endLine,
    ...(piece.page === undefined ? {} : { page: piece.page }),
    // Names in code are read in parts by every model, which older vectors did not.
    digest: digest(
      JSON.stringify([title, piece.headingPath, piece.text, ...(kind === 'code' ? [kind, 2] : [])]),
    ),
  }
  return indexChunk({ title, language, kind }, chunk)
}

function fileName(path: string): string {
  return (
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? path
  )
}
