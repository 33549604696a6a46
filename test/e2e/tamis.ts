import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../support/program.ts'

export interface RunningDaemon {
  readonly url: string
  readonly port: number
  readonly home: string
  readonly process: ChildProcess
  /** Stops it as a supervisor would; resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** All it said on stderr so far. */
  stderr(): string
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A fresh folder under the system's temporary one. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tamis-e2e-'))
}

/** The variables a test hands on: no setting of the person who runs it leaks in. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(TAMIS|MCP_PRUNER|KIMI|DEEPINFRA|OLLAMA|OPENAI|ANTHROPIC|LC)_|^LANG|_COLOR$/.test(name),
  )
  return { ...Object.fromEntries(kept), ...extra }
}

export interface StartOptions {
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A command that runs the daemon as its last words, to limit or watch it. */
  readonly under?: readonly string[]
  readonly nodeArgs?: readonly string[]
  /** The program, when it is not the one that tests run. */
  readonly program?: string
}

/** The real daemon, as its own process, on a free port. */
export async function startTamis(options: StartOptions = {}): Promise<RunningDaemon> {
  const home = options.home ?? newFolder()
  const [command = process.execPath, ...words] = [
    ...(options.under ?? []),
    process.execPath,
    ...(options.nodeArgs ?? []),
    ...[options.program ?? program(), 'up', '--port', '0', '--home', home],
    ...(options.args ?? []),
  ]
  const child = spawn(command, words, {
    env: cleanEnvironment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: newFolder(),
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const url = await listeningUrl(child, () => stderr)
  return {
    url,
    port: Number(new URL(url).port),
    home,
    process: child,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    },
  }
}

/** Runs the command line to its end. */
export async function runTamis(
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; folder?: string } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [program(), ...args], {
    env: cleanEnvironment(options.env),
    cwd: options.folder ?? newFolder(),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  const [code] = await once(child, 'close')
  return { code: code as number | null, stdout, stderr }
}

/** Posts JSON and gives the answer's status and parsed body. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function listeningUrl(child: ChildProcess, stderr: () => string): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const url = said.match(/^tamis listening on (\S+)/m)?.[1]
    if (url) return url
  }
  throw new Error(`the daemon did not start: ${said}${stderr()}`)
}
