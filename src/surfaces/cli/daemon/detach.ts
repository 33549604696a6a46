import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { type DaemonRecord, readDaemonFile } from './daemon-file.ts'

const pollMs = 50
const patienceMs = 30_000

/** Starts the same command without `--detach` as a process of its own, and waits until it listens; what it says goes to `daemon.log` of the home. */
export async function detach(home: string, signal: AbortSignal): Promise<DaemonRecord> {
  const log = join(home, 'daemon.log')
  const file = openSync(log, 'a', 0o600)
  const words = process.argv.slice(1).filter((word) => word !== '--detach')
  const child = spawn(process.execPath, [...process.execArgv, ...words], {
    detached: true,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  let exitCode: number | null = null
  child.on('exit', (code) => {
    exitCode = code ?? 1
  })
  child.unref()
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline && !signal.aborted) {
    const record = readDaemonFile(home)
    if (record && record.pid === child.pid) return record
    if (exitCode !== null) break
    await setTimeout(pollMs)
  }
  throw new EngineError('timeout', 'The daemon did not start', { hint: phrase`See ${log}.` })
}
