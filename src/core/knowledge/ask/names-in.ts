import type { KeyedChunk } from '../../../ports/store/documents.ts'
import { wordsOfTitle } from '../search/index-terms.ts'

/** Passages read for names. */
const passages = 1
const mostNames = 12

/** The names in the best passages that the question does not have: one of them is likely its answer. */
export function namesIn(chunks: readonly KeyedChunk[], question: string): readonly string[] {
  const known = new Set(wordsOfTitle(question))
  const names = chunks
    .slice(0, passages)
    .flatMap(({ text, document }) => [
      document.title,
      ...[...text.matchAll(/\p{Lu}[\p{L}\p{N}'’-]+(?:\s+\p{Lu}[\p{L}\p{N}'’-]+)*/gu)].map(
        ([name]) => name,
      ),
    ])
  const fresh = names.filter((name) => wordsOfTitle(name).some((word) => !known.has(word)))
  return [...new Set(fresh)].slice(0, mostNames)
}
