import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Provider, startProvider } from '../../test/e2e/proxy/provider.ts'
import { type Agent, agents } from './agents.ts'
import { installClient } from './install-client.ts'
import type { Outcome } from './run-agent.ts'
import { type Ran, runProgram } from './run-program.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

interface Plain {
  readonly words: readonly string[]
  /** How it is told where its models are, without us. */
  readonly direct: (url: string) => {
    readonly words?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  }
}

const plains: Readonly<Record<string, Plain>> = {
  'claude-code': {
    words: ['-p', 'hi'],
    direct: (url) => ({ environment: { ANTHROPIC_BASE_URL: url } }),
  },
  codex: {
    words: ['exec', '--skip-git-repo-check', 'hi'],
    direct: (url) => ({ words: ['-c', `openai_base_url="${url}/v1"`] }),
  },
  opencode: {
    words: ['run', 'hi', '-m', 'openai/gpt-5'],
    direct: (url) => ({ environment: { OPENCODE_CONFIG_CONTENT: opencodeConfig(url) } }),
  },
}

/** A plain prompt, directly and through `tamis run`: both must end with the same words. */
export async function runPlain(id: string): Promise<Outcome> {
  const agent = agents.find((one) => one.id === id)
  const plain = plains[id]
  if (!agent || !plain) return { facts: '', problem: `${id} has no plain session` }
  const installed = installClient(agent.package, agent.program)
  if ('problem' in installed) return { facts: '', problem: installed.problem }
  const provider = await startProvider()
  try {
    const { words = [], environment = {} } = plain.direct(provider.url)
    const direct = await run(agent, installed.program, [...words, ...plain.words], environment)
    const before = provider.seen.length
    const through = await throughTamis(agent, installed.program, plain.words, provider)
    const requests = provider.seen.length - before
    const isSame = direct.code === 0 && through.code === 0 && direct.stdout === through.stdout
    if (isSame && requests > 0) return { facts: `same words directly and through \`tamis run\`` }
    return { facts: '', problem: `${requests} requests; ${JSON.stringify({ direct, through })}` }
  } finally {
    await provider.close()
  }
}

export const plainAgents = Object.keys(plains)

function throughTamis(
  agent: Agent,
  program: string,
  words: readonly string[],
  { baseUrl }: Provider,
): Promise<Ran> {
  const tamis = [main, 'run', '--home', newFolder(), '--', program, ...words]
  return run(agent, process.execPath, tamis, {
    TAMIS_PROXY_UPSTREAMS_OPENAI: baseUrl,
    TAMIS_PROXY_UPSTREAMS_ANTHROPIC: baseUrl,
  })
}

function run(
  agent: Agent,
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  return runProgram(program, words, {
    folder: newFolder(),
    environment: { HOME: newFolder(), ...agent.environment, ...environment },
  })
}

function opencodeConfig(url: string): string {
  return JSON.stringify({ provider: { openai: { options: { baseURL: `${url}/v1` } } } })
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tamis-client-'))
}
