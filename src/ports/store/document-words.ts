import type { DocumentFilter } from './document-rows.ts'

/** Two lexical indexes over the chunks of documents. */
export interface DocumentWords {
  /** The indexed words of chunks, in the order asked; keys that are gone are left out. */
  wordsOf(keys: readonly number[]): Promise<readonly KeyedWords[]>
  /** How many chunks hold each term, in order. */
  frequencies(index: LexicalIndex, terms: readonly string[]): Promise<readonly number[]>
  /** Chunks by BM25, best first; every score is above 0. */
  match(query: MatchQuery): Promise<readonly ScoredKey[]>
}

export type LexicalIndex = 'words' | 'grams'

/** Space-separated terms, already folded and stemmed. */
export interface ChunkWords {
  readonly title: string
  readonly heading: string
  readonly body: string
}

export interface KeyedWords extends ChunkWords {
  readonly key: number
}

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

export interface ScoredKey {
  readonly key: number
  readonly score: number
}
