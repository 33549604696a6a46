import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file in one step, on the disk before it returns: a reader sees the old text or the new,
 * also after a power cut. What it is written to first has a name nobody can guess and is made anew, so
 * that no link put there beforehand leads elsewhere.
 */
export function writeWhole(path: string, text: string, mode = 0o600): void {
  const fresh = `${path}.${randomBytes(8).toString('hex')}.tmp`
  try {
    writeFlushed(openSync(fresh, 'wx', mode), Buffer.from(text))
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  flushFolder(dirname(path))
}

function writeFlushed(file: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes the new name last, where the system lets a folder be flushed. */
function flushFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unflushable.has(error.code))) throw error
  }
}

/** What Windows and some network file systems answer. */
const unflushable = new Set<unknown>(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'])
