import type { MemoryLine, RewrittenLine } from '../../../ports/store/memories.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { knownLearning } from '../records/known-learning.ts'
import { load, sortLines } from '../records/load.ts'
import { type Learning, learning } from '../records/records.ts'

export interface Migrated extends Spoken {
  /** Ids of the learnings that got a scope. */
  readonly migrated: readonly string[]
  /** Learnings that had one already and stay byte for byte as they were. */
  readonly untouched: number
}

/**
 * Gives every learning without scope the scope `story`, a creation date and its tags hash, and
 * marks it with `scope_migrated_at`. A second run finds nothing to do and writes nothing.
 */
export async function migrateLearnings(deps: MemoryDeps, isDryRun: boolean): Promise<Migrated> {
  const { stored, messages } = await load(deps.files, 'learnings.jsonl', learning, 'lifecycle')
  const missing = stored.filter(({ record }) => record.scope === undefined)
  if (missing.length > 0 && !isDryRun)
    await deps.files.rewrite('learnings.jsonl', async (lines) => migrateLines(deps, lines))
  return {
    migrated: missing.map(({ record }) => knownLearning(deps.digest, record).id),
    untouched: stored.length - missing.length,
    messages,
  }
}

function migrateLines(deps: MemoryDeps, lines: readonly MemoryLine[]): readonly RewrittenLine[] {
  const { stored } = sortLines(lines, learning)
  const records = new Map(stored.map(({ line, record }) => [line, record]))
  return lines.map((line) => {
    const record = records.get(line)
    if (record === undefined || record.scope !== undefined) return line
    return { kind: 'changed', value: migrated(deps, record) }
  })
}

function migrated(deps: MemoryDeps, record: Learning): Learning {
  return {
    ...record,
    tags_hash: knownLearning(deps.digest, record).tagsHash,
    date_created: record.date_created ?? record.date,
    scope: 'story',
    scope_migrated_at: toIsoTime(deps.now()),
  }
}
