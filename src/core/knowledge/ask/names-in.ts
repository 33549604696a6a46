import type { DocumentFilter, KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { stemmerOf, wordsOfTitle, wordTerms } from '../search/index-terms.ts'

const mostNames = 12
const namePattern = /\p{Lu}[\p{L}\p{N}'’-]+(?:\s+\p{Lu}[\p{L}\p{N}'’-]+)*/gu

/**
 * The names in a passage that could answer the question it was found for, and lead on to the next:
 * neither question says them, and some other passage does.
 */
export async function leadingNames(
  documents: Documents,
  passage: KeyedChunk,
  questions: { readonly answered: string; readonly next: string },
  filter: DocumentFilter,
): Promise<readonly string[]> {
  const leading: string[] = []
  for (const name of freshNames(passage, [questions.answered, questions.next])) {
    if (leading.length >= mostNames) break
    if (await isHeldElsewhere(documents, passage, name, filter)) leading.push(name)
  }
  return leading
}

/** The title and every run of capitalised words, unless one of the questions has all its words. */
function freshNames(
  { text, document }: KeyedChunk,
  questions: readonly string[],
): readonly string[] {
  const known = questions.map((question) => new Set(wordsOfTitle(question)))
  const names = [
    document.title.replace(/\s*\([^)]*\)/g, ''),
    ...[...text.matchAll(namePattern)].map(([name]) => name.replace(/['’]s?$/, '')),
  ]
  return [...new Set(names)].filter((name) => {
    const words = wordsOfTitle(name)
    const isSaid = known.some((said) => words.every((word) => said.has(word)))
    return !isSaid && !words.every((word) => isStopWord(word))
  })
}

async function isHeldElsewhere(
  documents: Documents,
  { documentId, document }: KeyedChunk,
  name: string,
  filter: DocumentFilter,
): Promise<boolean> {
  const phrase = wordTerms(name, stemmerOf(document.language))
  if (phrase.length === 0) return false
  const query = { index: 'words', any: [], phrases: [phrase], none: [], filter, limit: 4 } as const
  const found = await documents.load((await documents.match(query)).map(({ key }) => key))
  return found.some((chunk) => chunk.documentId !== documentId)
}
