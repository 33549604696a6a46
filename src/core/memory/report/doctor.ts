import type { z } from 'zod'
import { type MemoryFileName, memoryFileNames } from '../../../ports/store/memories.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { knownLearning } from '../records/known-learning.ts'
import { load, sortLines } from '../records/load.ts'
import { message, reasonOf } from '../records/message.ts'
import {
  clarification,
  injection,
  learning,
  outcome,
  reuseRecord,
  watchNote,
} from '../records/records.ts'

interface FileHealth {
  readonly file: MemoryFileName
  readonly isPresent: boolean
  readonly records: number
  /** `<line>: <reason>` of every line that is no valid record; such lines stay where they are. */
  readonly faults: readonly string[]
  readonly tornBytes: number
  /** Where a torn last line was moved to. */
  readonly mendedInto?: string
}

export interface MemoryHealth extends Spoken {
  readonly files: readonly FileHealth[]
  /** Learnings both in use and archived: an eviction was interrupted, the next one finishes it. */
  readonly halfEvicted: readonly string[]
  readonly vectors: number | undefined
  readonly isHealthy: boolean
}

const schemas: Readonly<Record<(typeof memoryFileNames)[number], z.ZodType>> = {
  'learnings.jsonl': learning,
  'learnings-archive.jsonl': learning,
  'learnings-injections.jsonl': injection,
  'learnings-outcomes.jsonl': outcome,
  'learnings-scores.jsonl': reuseRecord,
  'veille.jsonl': watchNote,
  'clarifications.jsonl': clarification,
}

/** Examines every file and, unless it is a dry run, mends torn last lines; the torn bytes are kept beside. */
export async function examineMemory(deps: MemoryDeps, isDryRun: boolean): Promise<MemoryHealth> {
  const said: string[] = []
  const files: FileHealth[] = []
  for (const file of memoryFileNames) {
    try {
      files.push(await examineFile(deps, file, isDryRun))
    } catch (error) {
      said.push(message('doctor', 'unreadable', reasonOf(error)))
    }
  }
  const halfEvicted = await findHalfEvicted(deps, said)
  return {
    files,
    halfEvicted,
    vectors: await countVectors(deps, said),
    isHealthy:
      said.length === 0 &&
      halfEvicted.length === 0 &&
      files.every(({ faults, tornBytes }) => faults.length === 0 && tornBytes === 0),
    messages: said,
  }
}

async function examineFile(
  deps: MemoryDeps,
  file: (typeof memoryFileNames)[number],
  isDryRun: boolean,
): Promise<FileHealth> {
  const { isPresent, lines, tornBytes } = await deps.files.read(file)
  const { stored, faults } = sortLines(lines, schemas[file])
  const mended = tornBytes > 0 && !isDryRun ? await deps.files.mend(file) : undefined
  const health = { file, isPresent, records: stored.length, faults }
  return mended === undefined
    ? { ...health, tornBytes }
    : { ...health, tornBytes: 0, mendedInto: mended.keptIn }
}

async function findHalfEvicted(deps: MemoryDeps, said: string[]): Promise<readonly string[]> {
  try {
    const [active, archived] = await Promise.all(
      (['learnings.jsonl', 'learnings-archive.jsonl'] as const).map(async (file) => {
        const { records } = await load(deps.files, file, learning, 'doctor')
        return records.map((record) => knownLearning(deps.digest, record).id)
      }),
    )
    const gone = new Set(archived)
    return (active ?? []).filter((id) => gone.has(id))
  } catch (error) {
    said.push(message('doctor', 'archive not compared', reasonOf(error)))
    return []
  }
}

async function countVectors(deps: MemoryDeps, said: string[]): Promise<number | undefined> {
  try {
    return await deps.vectors.count()
  } catch (error) {
    said.push(message('doctor', 'index failed', reasonOf(error)))
    return undefined
  }
}
