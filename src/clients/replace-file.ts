import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '../config/write-whole.ts'

/** Writes a file in one step: a reader sees the old text or the new, also when we are killed. Links are followed. */
export function replaceFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600
  mkdirSync(dirname(target), { recursive: true })
  writeWhole(target, text, mode)
}
