import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import type { SkipReason } from '../../ports/files/source-files.ts'

/** A link is not followed, and a pipe without a writer is not waited for. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The bytes of a plain file, or why there are none; `full` is a path without links, and must still be one. */
export async function readPlainFile(full: string): Promise<Buffer | SkipReason> {
  let file: FileHandle | undefined
  try {
    file = await open(full, asItIs)
    if (!(await file.stat()).isFile()) return 'special'
    return (await realpath(full)) === full ? await file.readFile() : 'link'
  } catch (error) {
    return skipByError(error)
  } finally {
    await file?.close()
  }
}

/** What a failure says against reading a path. */
export function skipByError(error: unknown): SkipReason {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'missing'
  if (code === 'ELOOP') return 'link'
  return code === 'ENXIO' ? 'special' : 'unreadable'
}
