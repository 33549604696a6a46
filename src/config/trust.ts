import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { writeWhole } from './change/write-whole.ts'
import { makeFolder } from './make-folder.ts'

const trustFile = z.record(z.string(), z.string())

/** The project's own configuration, which counts only once its exact content is trusted. */
export function projectConfig(folder: string): string {
  return join(resolve(folder), 'tamis.toml')
}

/** True when the user has trusted this file, and it has not changed since. */
export function isTrusted(home: string, file: string): boolean {
  return readTrust(home)[file] === fingerprint(file)
}

/** Remembers the file's present content as trusted. */
export function trust(home: string, file: string): void {
  const trusted = { ...readTrust(home), [file]: fingerprint(file) }
  makeFolder(home)
  writeWhole(join(home, 'trust.json'), `${JSON.stringify(trusted, null, 2)}\n`)
}

function readTrust(home: string): Readonly<Record<string, string>> {
  const file = join(home, 'trust.json')
  if (!existsSync(file)) return {}
  return trustFile.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function fingerprint(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
