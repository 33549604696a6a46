import type { DocumentFilter } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { byScore, type RankedKey } from './explain.ts'
import { mentionedKeys } from './mentioned-titles.ts'

/** What being named by the question is worth, in scores of the best chunk. */
const namedWeight = 0.4

/**
 * Raises the first chunk of each document whose title the question says. A title that several
 * documents bear names none of them.
 */
export async function raiseNamed(
  documents: Documents,
  question: string,
  ranked: readonly RankedKey[],
  filter: DocumentFilter,
): Promise<readonly RankedKey[]> {
  const keys = mentionedKeys(question)
  const titles = keys.length === 0 ? [] : await documents.titled(keys, filter)
  if (titles.length === 0) return ranked
  const found = new Map(ranked.map((one) => [one.key, one]))
  const bonus = namedWeight * (ranked[0]?.score ?? 0)
  for (const [only, another] of Map.groupBy(titles, ({ titleKey }) => titleKey).values()) {
    if (only === undefined || another !== undefined) continue
    const own = found.get(only.firstChunk)
    found.set(only.firstChunk, {
      key: only.firstChunk,
      score: (own?.score ?? 0) + bonus,
      parts: { ...own?.parts, named: bonus },
    })
  }
  return [...found.values()].sort(byScore)
}
