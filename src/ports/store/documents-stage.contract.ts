import type { DocumentRecord, IndexedChunk } from './document-rows.ts'
import type { MatchQuery } from './document-words.ts'
import type { Documents } from './documents.ts'

export const record = (id: string, changes: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id,
  source: 'notes',
  trust: 'medium',
  root: '/notes',
  path: `${id}.md`,
  title: `Title of ${id}`,
  titleKey: `title of ${id}`,
  kind: 'markdown',
  language: 'en',
  tags: [],
  digest: `digest-${id}`,
  bytes: 10,
  modifiedAt: 1000,
  indexedAt: 2000,
  ...changes,
})

export const chunk = (
  documentId: string,
  ordinal: number,
  body: string,
  title = '',
): IndexedChunk => ({
  id: `chk_${documentId}_${ordinal}`,
  documentId,
  ordinal,
  headingPath: ['Top', `Part ${ordinal}`],
  text: `${body}\n`,
  startLine: ordinal + 1,
  endLine: ordinal + 1,
  digest: `text-${body}`,
  words: { title, heading: '', body },
  grams: body.replaceAll(' ', ''),
})

export const match = (any: readonly string[], changes: Partial<MatchQuery> = {}): MatchQuery => ({
  index: 'words',
  any,
  phrases: [],
  none: [],
  filter: {},
  limit: 10,
  ...changes,
})

export const filler = async (documents: Documents): Promise<void> => {
  for (let at = 0; at < 8; at++)
    await documents.put(record(`filler${at}`), [chunk(`filler${at}`, 0, `nothing special ${at}`)])
}

export const idsOf = async (documents: Documents, query: MatchQuery): Promise<readonly string[]> =>
  (await documents.load((await documents.match(query)).map(({ key }) => key))).map(
    ({ documentId }) => documentId,
  )
