import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = join(import.meta.dirname, '../support/temporary-folder.ts')

/** A run of tests whose child, a worker, has started a process and is gone. */
const run = `
  import { execFileSync } from 'node:child_process'
  import { ownTemporaryFolder } from ${JSON.stringify(folders)}
  const end = ownTemporaryFolder()
  const pid = Number(execFileSync('setsid', ['sh', '-c', 'sleep 600 > /dev/null 2>&1 & echo $!']))
  process.stdout.write(JSON.stringify({ pid, folder: process.env.TMPDIR }) + '\\n')
  process.stdin.once('data', () => end())
`

/** False for one that ended and was not yet asked for how. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return false
  return !/\) [ZX] /.test(readFileSync(file, 'utf8'))
}

test.skipIf(process.platform !== 'linux').each(['ends', 'is broken off'])(
  'what a run of tests has started is gone when it %s, and its folder too',
  async (how) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', run])
    const [said] = await once(child.stdout, 'data')
    const { pid, folder } = JSON.parse(String(said)) as { pid: number; folder: string }
    expect([isRunning(pid), existsSync(folder)]).toEqual([true, true])
    if (how === 'ends') child.stdin.end('end\n')
    else child.kill('SIGKILL')
    await expect.poll(() => [isRunning(pid), existsSync(folder)]).toEqual([false, false])
  },
)
