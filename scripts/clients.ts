// Runs Claude Code, Codex and opencode, unmodified, against a local provider: directly and through
// `tamis run`. Their packages are large, so they are installed into a temporary folder and kept there.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProvider } from '../test/e2e/proxy/provider.ts'

interface Client {
  readonly name: string
  readonly packages: readonly string[]
  /** The program inside `node_modules`. */
  readonly program: string
  /** What it is started with, when its provider is at this address. */
  readonly direct: (url: string) => Started
  /** The same through `tamis run`, which says by itself where the models are. */
  readonly through: readonly string[]
}

interface Started {
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

const platform = `${process.platform}-${process.arch}`
const opencodeModel = (url: string): string =>
  JSON.stringify({ provider: { openai: { options: { baseURL: `${url}/v1` } } } })

const clients: readonly Client[] = [
  {
    name: 'Claude Code',
    packages: ['@anthropic-ai/claude-code@2.1.325'],
    program: `@anthropic-ai/claude-code-${platform}/claude`,
    direct: (url) => ({ words: ['-p', 'hi'], environment: { ANTHROPIC_BASE_URL: url } }),
    through: ['-p', 'hi'],
  },
  {
    name: 'Codex',
    packages: ['@openai/codex@0.166.0'],
    program: '.bin/codex',
    direct: (url) => ({
      words: ['-c', `openai_base_url="${url}/v1"`, 'exec', '--skip-git-repo-check', 'hi'],
    }),
    through: ['exec', '--skip-git-repo-check', 'hi'],
  },
  {
    name: 'opencode',
    packages: ['opencode-ai@1.18.33'],
    program: `opencode-${platform}/bin/opencode`,
    direct: (url) => ({
      words: ['run', 'hi', '-m', 'openai/gpt-5'],
      environment: { OPENCODE_CONFIG_CONTENT: opencodeModel(url) },
    }),
    through: ['run', 'hi', '-m', 'openai/gpt-5'],
  },
]

const folder = join(tmpdir(), 'tamis-clients')
const main = join(import.meta.dirname, '../src/main.ts')
const provider = await startProvider()
let failures = 0
for (const client of clients) {
  const program = install(client)
  if (program === undefined) {
    console.log(`${client.name.padEnd(12)} cannot be installed here`)
    failures++
    continue
  }
  const { words, environment = {} } = client.direct(provider.url)
  const direct = await run(program, words, environment)
  const before = provider.seen.length
  const tamis = [main, 'run', '--home', newFolder(), '--', program, ...client.through]
  const through = await run(process.execPath, tamis, {
    TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
    TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
  })
  const requests = provider.seen.length - before
  const isSame = direct.code === 0 && through.code === 0 && direct.stdout === through.stdout
  if (!isSame || requests === 0) failures++
  console.log(
    `${client.name.padEnd(12)} ${isSame && requests > 0 ? 'same' : 'DIFFERENT'}  ${requests} requests through the proxy  ${JSON.stringify(through.stdout.trim())}`,
  )
  if (!isSame) console.log(direct, through)
}
await provider.close()
process.exitCode = failures === 0 ? 0 : 1

function install({ packages, program }: Client): string | undefined {
  const path = join(folder, 'node_modules', program)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}')
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
  try {
    execFileSync('npm', words, { cwd: folder, stdio: 'ignore', timeout: 600_000 })
  } catch (error) {
    console.log(String(error).slice(0, 200))
  }
  return existsSync(path) ? path : undefined
}

async function run(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, words, {
    cwd: newFolder(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    env: {
      PATH: process.env.PATH,
      HOME: newFolder(),
      OPENAI_API_KEY: 'sk-local',
      CODEX_API_KEY: 'sk-local',
      ANTHROPIC_API_KEY: 'sk-local',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...environment,
    },
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
  return { code: code as number | null, stdout, stderr: stderr.slice(-500) }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tamis-client-'))
}
