import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'

/**
 * Refuses a file that starts programs when somebody else could have written it: it and its folder belong
 * to us or to root, and nobody else may write to either, as ssh asks of its own.
 */
export function requireOwn(file: string, ownId = process.getuid?.()): void {
  if (ownId === undefined) return
  for (const path of [file, dirname(file)]) {
    const { uid, mode } = statSync(path)
    if (uid !== ownId && uid !== 0)
      throw refused(
        file,
        `${path} belongs to somebody else`,
        `chown it, or copy it to a file of yours`,
      )
    const isSticky = path !== file && (mode & 0o1000) !== 0
    if ((mode & 0o022) !== 0 && !isSticky)
      throw refused(file, `${path} can be written by others`, `chmod go-w ${path}`)
  }
}

function refused(file: string, why: string, fix: string): EngineError {
  return new EngineError('config_invalid', phrase`${file} starts programs, and ${why}`, {
    hint: fix,
  })
}
