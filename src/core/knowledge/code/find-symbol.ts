import type { ChunkRecord, DocumentFilter } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import type { Syntax } from '../../../ports/syntax.ts'
import { wordTerms } from '../search/index-terms.ts'
import { distanceFromSource, isTest } from './document-role.ts'
import { findCopies } from './find-copies.ts'
import type { WhereQuestion } from './where-question.ts'

/** How many files that hold the name are read, and how many of their chunks are shown. */
const mostFiles = 40
const mostChunks = 20

/** The chunks in which a name is defined, used or tested, by the syntax tree of their files; sources first. */
export async function findSymbol(
  documents: Documents,
  syntax: Syntax,
  { name, asks }: WhereQuestion,
  filter: DocumentFilter,
): Promise<readonly number[]> {
  const term = wordTerms(name, 'en').at(-1) ?? ''
  const matched = await documents.match({
    index: 'words',
    any: [term],
    phrases: [],
    none: [],
    filter: { ...filter, kinds: ['code'] },
    limit: 10 * mostFiles,
  })
  const chunks = await documents.load(matched.map(({ key }) => key))
  const byFile = Map.groupBy(chunks, ({ documentId }) => documentId)
  const holding = [...byFile.values()]
    .flatMap(([first]) => (first ? [first.document] : []))
    .filter((document) => asks !== 'tested' || isTest(document))
  const copies = await findCopies(documents, holding)
  const files = holding
    .sort((a, b) => distanceFromSource(a, copies) - distanceFromSource(b, copies))
    .slice(0, mostFiles)
  const found: number[] = []
  for (const { id, language } of files) {
    const whole = await documents.chunksOf(id)
    const text = whole.map((chunk) => chunk.text).join('')
    const lines = await linesOf(syntax, text, language, { name, asks })
    const held = byFile.get(id) ?? []
    const ids = new Set(lines.flatMap((line) => chunkAt(whole, line)?.id ?? []))
    found.push(...held.filter((chunk) => ids.has(chunk.id)).map(({ key }) => key))
    if (found.length >= mostChunks) break
  }
  return found.slice(0, mostChunks)
}

async function linesOf(
  syntax: Syntax,
  text: string,
  language: string,
  { name, asks }: WhereQuestion,
): Promise<readonly number[]> {
  if (asks !== 'defined') return (await syntax.uses(text, language, name)) ?? []
  const blocks = (await syntax.outline(text, language)) ?? []
  return blocks.filter((block) => block.name === name).map(({ header }) => header)
}

function chunkAt(chunks: readonly ChunkRecord[], line: number): ChunkRecord | undefined {
  return chunks.find(({ startLine, endLine }) => line >= startLine && line <= endLine)
}
