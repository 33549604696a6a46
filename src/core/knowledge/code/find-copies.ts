import type { DocumentRecord } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { isInBuiltFolder, nearerPaths } from './nearer-paths.ts'

/**
 * The ids of the documents that were made of another one in the base. Where a package comes without
 * its sources, what was built is all there is, and no copy.
 */
export async function findCopies(
  documents: Documents,
  records: readonly DocumentRecord[],
): Promise<ReadonlySet<string>> {
  const code = new Map(records.filter(({ kind }) => kind === 'code').map((one) => [one.id, one]))
  const bySource = [...Map.groupBy(code.values(), ({ source }) => source)]
  const copies = await Promise.all(bySource.map((group) => copiesIn(documents, ...group)))
  return new Set(copies.flat())
}

async function copiesIn(
  documents: Documents,
  source: string,
  records: readonly DocumentRecord[],
): Promise<readonly string[]> {
  const wished = records.map(({ id, path }) => ({ id, path, nearer: nearerPaths(path) }))
  const wanted = [...new Set(wished.flatMap(({ nearer }) => nearer))]
  const there = wanted.length === 0 ? [] : await documents.atPaths(source, wanted)
  const known = new Set(there.map(({ path }) => path))
  const isMade = ({ nearer }: (typeof wished)[number]): boolean =>
    nearer.some((path) => known.has(path))
  const [made, others] = [wished.filter(isMade), wished.filter((one) => !isMade(one))]
  const built = others.filter(({ path }) => isInBuiltFolder(path))
  const isCopied = built.length > 0 && (await hasSources(documents, source))
  return [...made, ...(isCopied ? built : [])].map(({ id }) => id)
}

async function hasSources(documents: Documents, source: string): Promise<boolean> {
  const filter = { sources: [source], kinds: ['code'], anyPath: ['src/*'] } as const
  return (await documents.list(filter, { limit: 1 })).length > 0
}
