/** Documents cut into chunks, with two lexical indexes and vectors over the same chunks. */
export interface Documents {
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
  /** The indexed words of chunks, in the order asked; keys that are gone are left out. */
  wordsOf(keys: readonly number[]): Promise<readonly KeyedWords[]>
  /** How many chunks hold each term, in order. */
  frequencies(index: LexicalIndex, terms: readonly string[]): Promise<readonly number[]>
  /** Chunks by BM25, best first; every score is above 0. */
  match(query: MatchQuery): Promise<readonly ScoredKey[]>
  /** The documents whose title key is one of these, with their first chunk. */
  titled(titleKeys: readonly string[], filter: DocumentFilter): Promise<readonly LinkedDocument[]>
  /** The documents of a source at these paths, with their first chunk. */
  atPaths(source: string, paths: readonly string[]): Promise<readonly LinkedDocument[]>
  /** Texts that have no vector of this model yet, in the order of keys after `afterKey`. */
  withoutVector(model: string, limit: number, afterKey?: number): Promise<readonly PendingText[]>
  /** Kept by model and digest of the text while any chunk says it, so that an equal text is embedded once. */
  putVectors(model: string, vectors: readonly DigestVector[]): Promise<void>
  /** Forgets the vectors of one model, so that all texts lack one again. */
  dropVectors(model: string): Promise<void>
  /** Chunks by cosine, best first, among the vectors of one model. */
  nearest(query: NearestQuery): Promise<readonly ScoredKey[]>
  /** The cosine of these chunks, in order; `undefined` where the chunk has no vector of the model. */
  cosines(
    model: string,
    vector: Float32Array,
    keys: readonly number[],
  ): Promise<readonly (number | undefined)[]>
  /** Cheap enough to ask on every search. */
  size(): Promise<DocumentsSize>
  usage(model?: string): Promise<DocumentsUsage>
  /** Forgets everything, or one source; vectors nobody needs go too. */
  clear(source?: string): Promise<void>
  means(): Promise<SearchMeans>
}

/** By what the legs of a search find their chunks. */
export interface SearchMeans {
  /** `bm25` is a ranked index; `tsvector` an inverted one, whose matches are ranked by the same formula. */
  readonly lexical: 'bm25' | 'tsvector'
  /** `scan` compares every vector; `hnsw` walks a graph, and may pass one by. */
  readonly vector: 'scan' | 'hnsw'
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

/** Space-separated terms, already folded and stemmed. */
export interface ChunkWords {
  readonly title: string
  readonly heading: string
  readonly body: string
}

export interface IndexedChunk extends ChunkRecord {
  readonly words: ChunkWords
  readonly grams: string
}

export interface KeyedChunk extends ChunkRecord {
  readonly key: number
  readonly document: DocumentRecord
}

export interface KeyedWords extends ChunkWords {
  readonly key: number
}

export interface LinkedDocument {
  readonly documentId: string
  readonly titleKey: string
  readonly path: string
  readonly firstChunk: number
}

export type LexicalIndex = 'words' | 'grams'

export interface MatchQuery {
  readonly index: LexicalIndex
  /** At least one must occur, unless phrases are given. */
  readonly any: readonly string[]
  /** Each must occur, its terms side by side. */
  readonly phrases: readonly (readonly string[])[]
  readonly none: readonly string[]
  /** In place of all three: an expression in the index's own syntax. */
  readonly raw?: string
  readonly filter: DocumentFilter
  readonly limit: number
}

export interface NearestQuery {
  readonly model: string
  readonly vector: Float32Array
  readonly filter: DocumentFilter
  readonly limit: number
}

export interface ScoredKey {
  readonly key: number
  readonly score: number
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

export interface DocumentPage {
  readonly after?: string
  readonly limit: number
}

export interface PendingText {
  /** Of a chunk that holds the text; others may hold it too. */
  readonly key: number
  readonly digest: string
  readonly title: string
  readonly kind: DocumentKind
  readonly headingPath: readonly string[]
  readonly text: string
}

export interface DigestVector {
  readonly digest: string
  readonly vector: Float32Array
}

export interface DocumentsSize {
  readonly chunks: number
  /** Grows with every change, in whichever process it happens. */
  readonly revision: number
}

export interface DocumentsUsage extends DocumentsSize {
  readonly documents: number
  /** Characters of all chunk texts. */
  readonly characters: number
  readonly sources: readonly SourceUsage[]
  /** Vectors of the model asked for, and the texts that still lack one. */
  readonly vectors: number
  readonly withoutVector: number
  readonly models: readonly ModelUsage[]
}

export interface SourceUsage {
  readonly source: string
  readonly documents: number
  readonly chunks: number
  readonly trust: Trust
}

export interface ModelUsage {
  readonly model: string
  readonly dimensions: number
  readonly vectors: number
}
