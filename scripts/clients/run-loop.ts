import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startTamis } from '../../test/e2e/tamis.ts'
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

/** A loop of `calls` reads, directly or through what stands between. */
export async function runLoop(
  agent: LoopAgent,
  calls: number,
  through: (model: LoopModel) => Promise<Between> = direct,
): Promise<LoopRun | { readonly problem: string }> {
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) return installed
  const home = mkdtempSync(join(tmpdir(), 'tamis-loop-'))
  const folder = join(home, 'work')
  for (let n = 0; n < calls; n++) writeFiles(home, { [`work/${noteName(n)}`]: noteText(n) })
  const model = await startLoopModel((results, tools) =>
    results < calls
      ? { id: `call_${results}`, ...agent.read(join(folder, noteName(results)), tools) }
      : undefined,
  )
  const { url, stop } = await through(model)
  try {
    const { words, environment, files = {} } = agent.reach(url, home)
    writeFiles(home, files)
    const program = agent.isScript ? process.execPath : installed.program
    const first = agent.isScript ? [installed.program] : []
    const ran = await runProgram(program, [...first, ...words], {
      folder,
      environment: { HOME: home, ...environment },
    })
    return { ran, requests: model.requests, folder }
  } finally {
    await stop()
    await model.close()
  }
}

/** Through a daemon of its own whose every upstream is the model. */
export async function throughTamis({ url }: LoopModel): Promise<Between> {
  const daemon = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: `${url}/v1`,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: `${url}/v1`,
      TAMIS_PROXY_UPSTREAMS_GEMINI: `${url}/v1beta`,
    },
  })
  const stop = async (): Promise<void> => void (await daemon.stop())
  return { url: daemon.url, stop }
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
