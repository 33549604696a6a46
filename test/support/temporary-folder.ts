import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * All that tests put into the temporary folder of the system, and all they start, goes with them when they
 * end: also when they are broken off, for another process waits for that.
 */
export function ownTemporaryFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-tests-'))
  // Servers that run as another user pass through it.
  chmodSync(folder, 0o711)
  const watcher = spawn(
    process.execPath,
    [join(import.meta.dirname, 'end-leftovers.mjs'), folder],
    { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
  )
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  // Programs that tests start share what was compiled; each home of its own would begin anew.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return async () => {
    watcher.ref()
    const ended = once(watcher, 'exit')
    watcher.stdin?.end('over')
    await ended
  }
}

/** As Vitest calls it. */
export const setup = ownTemporaryFolder
