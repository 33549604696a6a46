import type { DocumentRows, Trust } from './document-rows.ts'
import type { DocumentVectors, ModelUsage } from './document-vectors.ts'
import type { DocumentWords } from './document-words.ts'

/** The knowledge base: rows of documents and chunks, and words and vectors over the same chunks. */
export interface Documents extends DocumentRows, DocumentWords, DocumentVectors {
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

interface DocumentsSize {
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
