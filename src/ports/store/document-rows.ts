import type { ChunkWords } from './document-words.ts'

/** Documents cut into chunks, as rows. */
export interface DocumentRows {
  /** Replaces the document and all its chunks at once: readers see the old or the new, never a mixture. */
  put(document: DocumentRecord, chunks: readonly IndexedChunk[]): Promise<void>
  /** Changes what is known of a document while its chunks stay as they are. */
  update(id: string, changes: DocumentChanges): Promise<void>
  /** Answers how many were there. */
  remove(ids: readonly string[]): Promise<number>
  find(id: string): Promise<DocumentRecord | undefined>
  /** In the order of ids, after `page.after`. */
  list(filter: DocumentFilter, page: DocumentPage): Promise<readonly DocumentRecord[]>
  /** All chunks of a document, in the order of its text. */
  chunksOf(documentId: string): Promise<readonly ChunkRecord[]>
  /** The chunk with this id, wherever it is. */
  findChunk(id: string): Promise<KeyedChunk | undefined>
  /** Chunks with their documents, in the order asked; keys that are gone are left out. */
  load(keys: readonly number[]): Promise<readonly KeyedChunk[]>
  /** Chunks in the order of keys after `afterKey`, each with the digest of what it says. */
  digests(afterKey: number, limit: number): Promise<readonly KeyedDigest[]>
  /** The chunks of documents inside the filter that say one of these texts, in the order of keys. */
  saying(digests: readonly string[], filter: DocumentFilter): Promise<readonly KeyedDigest[]>
  /** The documents whose title key is one of these, with their first chunk. */
  titled(titleKeys: readonly string[], filter: DocumentFilter): Promise<readonly LinkedDocument[]>
  /** The documents of a source at these paths, with their first chunk. */
  atPaths(source: string, paths: readonly string[]): Promise<readonly LinkedDocument[]>
}

export type Trust = 'high' | 'medium' | 'low'

export interface DocumentRecord {
  readonly id: string
  readonly source: string
  readonly trust: Trust
  /** The folder it was found under; empty for documents handed in as text. */
  readonly root: string
  /** Relative to the root; the id for documents handed in as text. */
  readonly path: string
  readonly title: string
  /** The folded words of the title, by which other documents mention it; empty when it has none. */
  readonly titleKey: string
  readonly kind: DocumentKind
  /** `en`, `fr`, `ko`…, or the programming language of code. */
  readonly language: string
  readonly tags: readonly string[]
  /** Of the content and the way it was cut, so that either change means work. */
  readonly digest: string
  readonly bytes: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
  readonly indexedAt: number
}

export type DocumentKind =
  | 'markdown'
  | 'code'
  | 'pdf'
  | 'html'
  | 'text'
  | 'structured'
  | 'notebook'
  | 'office'

export type DocumentChanges = Partial<
  Pick<DocumentRecord, 'source' | 'path' | 'trust' | 'tags' | 'modifiedAt' | 'indexedAt'>
> & { readonly newId?: string }

export interface ChunkRecord {
  readonly id: string
  readonly documentId: string
  readonly ordinal: number
  readonly headingPath: readonly string[]
  /** Verbatim, terminators included: the chunks of a document, joined, are its text. */
  readonly text: string
  /** 1-based and inclusive. */
  readonly startLine: number
  readonly endLine: number
  readonly page?: number
  /** Of what is embedded: the text under its title and headings. */
  readonly digest: string
}

export interface IndexedChunk extends ChunkRecord {
  readonly words: ChunkWords
  readonly grams: string
}

export interface KeyedChunk extends ChunkRecord {
  readonly key: number
  readonly document: DocumentRecord
}

export interface KeyedDigest {
  readonly key: number
  readonly digest: string
}

export interface LinkedDocument {
  readonly documentId: string
  readonly titleKey: string
  readonly path: string
  readonly firstChunk: number
}

/** Every given condition must hold; an empty filter lets all through. */
export interface DocumentFilter {
  readonly sources?: readonly string[]
  readonly roots?: readonly string[]
  readonly trust?: readonly Trust[]
  /**
   * `*` stands for any characters, `?` for one. Compared with the path below the root, with that path
   * after the name of its source or of its root folder, and with the whole path.
   */
  readonly pathGlob?: string
  /** Only paths below their roots that match one of these, and none of those. */
  readonly anyPath?: readonly string[]
  readonly noPath?: readonly string[]
  readonly languages?: readonly string[]
  readonly kinds?: readonly DocumentKind[]
  readonly tags?: readonly string[]
  readonly modifiedSince?: number
  readonly modifiedUntil?: number
}

interface DocumentPage {
  readonly after?: string
  readonly limit: number
}
