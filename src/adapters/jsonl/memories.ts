import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type {
  MemoryFiles,
  MemoryLine,
  MendedLine,
  RewrittenLine,
} from '../../ports/store/memories.ts'
import {
  appendLocked,
  createWhole,
  isMissing,
  quarantineTail,
  readSnapshot,
  rewriteLocked,
} from './atomic.ts'
import { parseJsonl, splitBytes, toLine } from './lines.ts'
import { readMarkdown } from './sources.ts'
import { withLock } from './with-lock.ts'

interface MemoryFolders {
  /** Holds the JSONL files. */
  readonly files: string
  /** Watch notes lie anywhere below. */
  readonly watchNotes: string
  /** Clarifications are written here, and found anywhere below. */
  readonly clarifications: string
}

/** The truth about memory as files a person can read, edit and version. */
export function jsonlMemories(folders: MemoryFolders): MemoryFiles {
  const pathOf = (file: string) => join(folders.files, file)
  return {
    folder: folders.files,
    version: (file) => explain('read', pathOf(file), versionOf(pathOf(file))),
    read: async (file) => {
      const path = pathOf(file)
      return parseJsonl(await explain('read', path, readSnapshot(path)))
    },
    append: async (file, records) => {
      const path = pathOf(file)
      if (records.length === 0) return
      await explain('write', path, appendLocked(path, records.map(toLine).join('')))
    },
    rewrite: (file, change) => {
      const path = pathOf(file)
      return explain(
        'write',
        path,
        rewriteLocked(path, (current) => rewritten(current, change)),
      )
    },
    mend: (file) => explain('write', pathOf(file), mend(pathOf(file))),
    watchNotes: () => readMarkdown(folders.watchNotes, () => true),
    clarifications: (isWanted) => readMarkdown(folders.clarifications, isWanted),
    createClarification: async (name, text) => {
      const path = join(folders.clarifications, name)
      return (await createWhole(path, text)) ? path : undefined
    },
  }
}

/** A refusal of the file system as one of ours, which names the file and what to look at. */
async function explain<Value>(
  what: 'read' | 'write',
  path: string,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    // Errors of the system and of the lock carry a code; anything else is a fault of ours.
    if (error instanceof EngineError || !(error instanceof Error && 'code' in error)) throw error
    throw new EngineError('store_unavailable', phrase`Cannot ${what} ${path}: ${error.message}`, {
      hint: 'Is its folder there, writable, and not full?',
      cause: error,
    })
  }
}

async function rewritten(
  current: Buffer | undefined,
  change: (lines: readonly MemoryLine[]) => Promise<readonly RewrittenLine[]>,
): Promise<Uint8Array> {
  const { lines, tornBytes } = parseJsonl(current)
  const content = toBytes(current, await change(lines))
  const torn = tornBytes === 0 ? [] : [current?.subarray(-tornBytes) ?? Buffer.alloc(0)]
  return Buffer.concat([...content, ...torn])
}

/** Lines that did not change are copied as bytes, so that a rewrite never alters what it does not understand. */
function toBytes(current: Buffer | undefined, lines: readonly RewrittenLine[]): Buffer[] {
  const originals = current === undefined ? [] : splitBytes(current)
  return lines.map((line) => {
    if (line.kind === 'changed') return Buffer.from(toLine(line.value))
    return Buffer.concat([bytesOf(originals, line), Buffer.from('\n')])
  })
}

function bytesOf(originals: readonly Buffer[], line: MemoryLine): Buffer {
  return originals[line.number - 1] ?? Buffer.from(line.raw)
}

/** Looks first without the lock, so that a healthy read-only folder needs none. */
async function mend(path: string): Promise<MendedLine | undefined> {
  if (parseJsonl(await readSnapshot(path)).tornBytes === 0) return undefined
  return withLock(path, () => quarantineTail(path))
}

async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return `${ino}-${size}-${mtimeNs}-${ctimeNs}`
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
