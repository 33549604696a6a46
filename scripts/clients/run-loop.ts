import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ToolCall } from '../../test/e2e/proxy/provider-replies.ts'
import { type RunningDaemon, startTamis } from '../../test/e2e/tamis.ts'
import { installClient } from './install-client.ts'
import type { LoopAgent } from './loop-agents.ts'
import { type LoopModel, type LoopRequest, startLoopModel } from './loop-model.ts'
import { type Ran, runProgram } from './run-program.ts'

/** One session of an agent, and what its provider saw of it. */
export interface LoopRun {
  readonly ran: Ran
  readonly requests: readonly LoopRequest[]
  /** The folder of its files. */
  readonly folder: string
}

/** What stands between an agent and its models. */
export interface Between {
  readonly url: string
  stop(): Promise<void>
}

/** What a session is about. */
export interface Session {
  /** By their path in the folder it works in. */
  readonly files: Readonly<Record<string, string>>
  /** The call after so many results, or none for the last words; `history` is the request as received. */
  next(results: number, folder: string, history: string): Omit<ToolCall, 'id'> | undefined
  readonly through?: (model: LoopModel) => Promise<Between>
  /** Before the program starts. */
  readonly prepare?: (home: string) => Promise<void>
  /** In place of the agent's own way to its models. */
  readonly reach?: LoopAgent['reach']
  readonly moreWords?: readonly string[]
}

/** Runs an agent from npm through a session whose model follows a script. */
export async function runSession(
  agent: LoopAgent,
  { files, next, through = direct, prepare, reach = agent.reach, moreWords = [] }: Session,
): Promise<LoopRun | { readonly problem: string }> {
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) return installed
  const home = mkdtempSync(join(tmpdir(), 'tamis-loop-'))
  const folder = join(home, 'work')
  for (const [name, text] of Object.entries(files)) writeFiles(home, { [`work/${name}`]: text })
  const model = await startLoopModel((results, _, history) => {
    const call = next(results, folder, history)
    return call && { id: `call_${results}`, ...call }
  })
  const { url, stop } = await through(model)
  try {
    const { words, environment, files: own = {} } = reach(url, home)
    writeFiles(home, own)
    await prepare?.(home)
    const [program = '', ...first] = agent.isScript
      ? [process.execPath, installed.program]
      : [installed.program]
    // The prompt is the last word.
    const all = [...first, ...words.slice(0, -1), ...moreWords, ...words.slice(-1)]
    const ran = await runProgram(program, all, {
      folder,
      environment: { HOME: home, ...environment },
    })
    return { ran, requests: model.requests, folder }
  } finally {
    await stop()
    await model.close()
  }
}

/** A loop of `calls` reads of short notes, directly. */
export function runLoop(
  agent: LoopAgent,
  calls: number,
): Promise<LoopRun | { readonly problem: string }> {
  const numbers = Array.from({ length: calls }, (_, n) => n)
  return runSession(agent, {
    files: Object.fromEntries(numbers.map((n) => [noteName(n), noteText(n)])),
    next: (results, folder) =>
      results < calls ? agent.read(join(folder, noteName(results)), []) : undefined,
  })
}

/** A daemon of its own whose every upstream is the model. */
export function startBetween(
  { url }: LoopModel,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningDaemon> {
  return startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: `${url}/v1`,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: `${url}/v1`,
      TAMIS_PROXY_UPSTREAMS_GEMINI: `${url}/v1beta`,
      ...environment,
    },
  })
}

async function direct({ url }: LoopModel): Promise<Between> {
  return { url, stop: async () => undefined }
}

function noteName(n: number): string {
  return `note-${String(n).padStart(2, '0')}.txt`
}

/** About 3 kB of lines that no other note has. */
function noteText(n: number): string {
  const lines = Array.from({ length: 60 }, (_, line) => `note ${n}, line ${line}: kept ${n * line}`)
  return `${lines.join(' and so on\n')}\n`
}

function writeFiles(home: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}
