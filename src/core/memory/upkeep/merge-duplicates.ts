import type { MemoryDeps, Spoken } from '../deps.ts'
import { knownLearning } from '../records/known-learning.ts'
import { sortLines } from '../records/load.ts'
import { learning } from '../records/records.ts'
import type { Library } from '../search/library.ts'
import { findDuplicates } from './duplicates.ts'

/** One learning that stays, and those it replaces. */
export interface MergedLearning {
  readonly kept: string
  readonly text: string
  readonly replaced: readonly string[]
}

/** Of learnings that say nearly the same, the one that says most replaces the others; none is deleted. */
export async function mergeDuplicates(
  deps: MemoryDeps,
  library: Library,
  isDryRun: boolean,
): Promise<Spoken & { readonly merged: readonly MergedLearning[] }> {
  const { items, messages } = await library.learnings()
  const merged = findDuplicates(items).map(({ ids, proposal }): MergedLearning => {
    const same = items.filter(({ id }) => ids.includes(id))
    const kept = same.findLast(({ record }) => record.text === proposal.text)?.id ?? proposal.id
    return { kept, text: proposal.text, replaced: ids.filter((id) => id !== kept) }
  })
  if (!isDryRun && merged.length > 0) await write(deps, merged)
  return { merged, messages }
}

async function write(deps: MemoryDeps, merged: readonly MergedLearning[]): Promise<void> {
  const byId = new Map(merged.map((one) => [one.kept, one]))
  await deps.files.rewrite('learnings.jsonl', async (lines) => {
    const { stored } = sortLines(lines, learning)
    const changed = new Map(
      stored.flatMap(({ line, record }) => {
        const { id } = knownLearning(deps.digest, record)
        const merge = byId.get(id)
        if (!merge) return []
        const supersedes = [...new Set([...(record.supersedes ?? []), ...merge.replaced])]
        return [[line, { ...record, id, supersedes }] as const]
      }),
    )
    return lines.map((line) => {
      const value = changed.get(line)
      return value === undefined ? line : { kind: 'changed', value }
    })
  })
}
