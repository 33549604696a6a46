import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, with no variable of ours but the path. */
export async function runProgram(
  program: string,
  words: readonly string[],
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
): Promise<Ran> {
  const child = spawn(program, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    env: { PATH: process.env.PATH, ...environment },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, stdout, stderr: stderr.slice(-1000) }
}
