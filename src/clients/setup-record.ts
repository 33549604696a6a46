import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../config/change/write-whole.ts'
import { makeFolder } from '../config/make-folder.ts'
import type { Setting } from './editor.ts'

const setting: z.ZodType<Setting> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.array(setting), z.record(z.string(), setting)]),
)

const record = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** The file as it was; `null` when there was none. */
      backup: z.string().nullable(),
      /** Digest of what was written, to see whether anyone changed it since. */
      written: z.string(),
      edits: z.array(
        z.object({
          path: z.array(z.string()),
          value: setting,
          previous: setting.optional(),
          /** The value is entries of a list that others use too. */
          isAdded: z.boolean().optional(),
          /** How many names of the path were there before. */
          depth: z.int(),
        }),
      ),
    }),
  ),
})

/** What a set-up changed, kept so that it can be taken back. */
export type SetupRecord = z.infer<typeof record>
export type RecordedFile = SetupRecord['files'][number]

export function readRecord(home: string, client: string): SetupRecord | undefined {
  const file = recordFile(home, client)
  return existsSync(file) ? record.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

export function writeRecord(home: string, client: string, kept: SetupRecord): void {
  makeFolder(join(home, 'setup'))
  replaceFile(recordFile(home, client), `${JSON.stringify(kept, null, 2)}\n`)
}

/** A copy of a file from before; it may hold secrets, and is as private as the home. */
export function writeBackup(home: string, client: string, name: string, text: string): string {
  const backup = join(home, 'setup', `${client}.${name.replace(/^\./, '')}.backup`)
  makeFolder(join(home, 'setup'))
  replaceFile(backup, text)
  return backup
}

export function removeRecord(home: string, client: string): void {
  for (const { backup } of readRecord(home, client)?.files ?? [])
    if (backup !== null) rmSync(backup, { force: true })
  rmSync(recordFile(home, client), { force: true })
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function recordFile(home: string, client: string): string {
  return join(home, 'setup', `${client}.json`)
}

/** Writes a file in one step: a reader sees the old text or the new, also when we are killed. Links are followed. */
export function replaceFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
  mkdirSync(dirname(target), { recursive: true })
  writeWhole(target, text, mode)
}
