import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All that tests put into the temporary folder of the system goes with them when they end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-tests-'))
  // Servers that run as another user pass through it.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  // Programs that tests start share what was compiled; each home of its own would begin anew.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
