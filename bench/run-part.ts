import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Ran {
  readonly name: string
  readonly seconds: number
  /** Why it did not end well; absent when it did. */
  readonly failure?: string
  /** All it printed. */
  readonly output: string
}

const mostMinutes = 30

/** Runs one part to its end and shows what it prints; a part that fails or hangs takes no other with it. */
export async function runPart(name: string): Promise<Ran> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'part.ts'), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: what it started ends with it.
    detached: true,
  })
  const end = (): void => endGroup(child.pid)
  const interrupted = (): void => {
    end()
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupted)
  // Also after a failure, which may have left a daemon or a database behind.
  child.once('exit', end)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end()
  }, mostMinutes * 60_000)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code, signal] = await once(child, 'close')
  clearTimeout(limit)
  for (const one of signals) process.off(one, interrupted)
  const seconds = (performance.now() - started) / 1000
  if (code === 0) return { name, seconds, output }
  const failure = isLate ? `ended after ${mostMinutes} minutes` : `ended with ${signal ?? code}`
  return { name, seconds, output, failure }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nobody of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
