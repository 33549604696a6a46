import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { FileChange } from './setup-plan.ts'
import {
  digestOf,
  type RecordedFile,
  removeRecord,
  replaceFile,
  writeBackup,
  writeRecord,
} from './setup-record.ts'

/** Writes what was planned, and remembers it; a plan that sets nothing is an undo, and forgets it. */
export function applyChanges(home: string, client: string, changes: readonly FileChange[]): void {
  const files = changes.map((change) => applyChange(home, client, change))
  if (files.every(({ edits }) => edits.length === 0)) removeRecord(home, client)
  else writeRecord(home, client, { files: files.filter(({ edits }) => edits.length > 0) })
}

export function isChange({ before, after }: FileChange): boolean {
  return before !== after
}

/** The backup is there before the file changes. */
function applyChange(home: string, client: string, change: FileChange): RecordedFile {
  const { file, after, original, edits, kept } = change
  if (kept) return kept
  const backup =
    original === undefined || edits.length === 0
      ? null
      : writeBackup(home, client, basename(file), original)
  if (after === undefined) rmSync(file, { force: true })
  else if (isChange(change)) replaceFile(file, after)
  return { file, backup, written: digestOf(after ?? ''), edits: [...edits] }
}
