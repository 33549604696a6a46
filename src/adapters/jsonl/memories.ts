import { stat } from 'node:fs/promises'
import { join } from 'node:path'
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

export interface MemoryFolders {
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
    pathOf,
    version: (file) => versionOf(pathOf(file)),
    read: async (file) => parseJsonl(await readSnapshot(pathOf(file))),
    append: async (file, records) => {
      if (records.length > 0) await appendLocked(pathOf(file), records.map(toLine).join(''))
    },
    rewrite: (file, change) =>
      rewriteLocked(pathOf(file), async (current) => {
        const { lines, tornBytes } = parseJsonl(current)
        const content = toBytes(current, await change(lines))
        const torn = tornBytes === 0 ? [] : [current?.subarray(-tornBytes) ?? Buffer.alloc(0)]
        return Buffer.concat([...content, ...torn])
      }),
    mend: (file) => mend(pathOf(file)),
    watchNotes: () => readMarkdown(folders.watchNotes, () => true),
    clarifications: (isWanted) => readMarkdown(folders.clarifications, isWanted),
    createClarification: async (name, text) => {
      const path = join(folders.clarifications, name)
      return (await createWhole(path, text)) ? path : undefined
    },
  }
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
