import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { type KnownLearning, knownLearning } from '../records/known-learning.ts'
import { load, sortLines } from '../records/load.ts'
import { injection, joinKey, type Learning, learning } from '../records/records.ts'
import { ageDays, isStale } from './evict.ts'
import { transition } from './scope.ts'

export interface Evicted extends Spoken {
  readonly evicted: readonly { readonly id: string; readonly ageDays: number }[]
  readonly kept: number
}

/**
 * Moves stale learnings into the archive: first appended there, then taken out here, so that one
 * that dies in between is in both and the next run finishes the move.
 */
export async function evictLearnings(
  deps: MemoryDeps,
  isDryRun: boolean,
  /** This one alone, however old and used it is. */
  only?: string,
): Promise<Evicted> {
  const { files } = deps
  const { stored, messages } = await load(files, 'learnings.jsonl', learning, 'lifecycle')
  const injections = await load(files, 'learnings-injections.jsonl', injection, 'lifecycle')
  const injected = new Set(injections.records.map(joinKey))
  const isDue = (known: KnownLearning) =>
    (only === undefined
      ? isStale(known.record, injected.has(known.key) ? 1 : 0, deps.now())
      : known.id === only) && transition(known.scope, 'archived').kind === 'moved'
  const due = stored.map(({ record }) => knownLearning(deps.digest, record)).filter(isDue)
  if (due.length > 0 && !isDryRun) await archive(deps, isDue)
  return {
    evicted: due.map(({ id, record }) => ({ id, ageDays: ageDays(record, deps.now()) })),
    kept: stored.length - due.length,
    messages: [...messages, ...injections.messages],
  }
}

async function archive(deps: MemoryDeps, isDue: (known: KnownLearning) => boolean): Promise<void> {
  const { files } = deps
  await files.rewrite('learnings.jsonl', async (lines) => {
    const { stored } = sortLines(lines, learning)
    const leaving = stored.flatMap(({ line, record }) => {
      const known = knownLearning(deps.digest, record)
      return isDue(known) ? [{ line, known }] : []
    })
    const archived = await archivedIds(deps)
    const fresh = leaving.filter(({ known }) => !archived.has(known.id))
    await files.append(
      'learnings-archive.jsonl',
      fresh.map(({ known }) => toArchive(known, toIsoTime(deps.now()))),
    )
    const gone = new Set(leaving.map(({ line }) => line))
    return lines.filter((line) => !gone.has(line))
  })
}

async function archivedIds(deps: MemoryDeps): Promise<ReadonlySet<string>> {
  const { records } = await load(deps.files, 'learnings-archive.jsonl', learning, 'lifecycle')
  return new Set(records.map((record) => knownLearning(deps.digest, record).id))
}

function toArchive({ id, record, scope }: KnownLearning, at: string): Learning {
  return { ...record, id, scope: 'archived', archived_at: at, archived_from: scope }
}
