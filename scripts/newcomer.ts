// Walks the quick start as a newcomer would: a fresh clone, an empty npm cache, an empty home. Prints each command with its time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openBrowser } from '../test/e2e/dashboard/browser.ts'

const repository = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
const clone = join(folder, 'tamis')
const programs = (process.env.PATH ?? '')
  .split(':')
  .filter((part) => !part.includes('node_modules'))
  .join(':')

/** Where the npm of this machine keeps its settings: the registry, and whom it trusts. */
function npmSetting(name: string): string {
  const env = { ...process.env, PATH: programs }
  return execFileSync('npm', ['config', 'get', name], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

/** Nothing of this machine but its programs and the registry it knows. */
const environment = {
  PATH: programs,
  HOME: join(folder, 'home'),
  LANG: 'C.UTF-8',
  npm_config_userconfig: npmSetting('userconfig'),
  // Npm looks for this one beside the Node that runs it, which changes on the way.
  npm_config_globalconfig: npmSetting('globalconfig'),
  npm_config_cache: join(folder, 'npm-cache'),
}

const startedAt = performance.now()
const say = (line: string): void => console.log(line)

mkdirSync(environment.HOME)
const machine = execFileSync('node', ['--version'], { encoding: 'utf8', env: environment }).trim()
say(`A machine whose own Node is ${machine}; an empty home, an empty npm cache.`)
try {
  const cloned = performance.now()
  execFileSync('git', ['clone', '--quiet', repository, clone], { env: environment })
  told('git clone … tamis && cd tamis', cloned)
  const daemon = await start()
  try {
    await firstSaving(daemon.url)
  } finally {
    daemon.stop()
    await once(daemon.process, 'exit')
  }
  say(`From the clone to the first saving: ${minutes(startedAt)} minutes.`)
  await fromPackage()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The packed tarball in an empty folder, on a Node it asks for. */
async function fromPackage(): Promise<void> {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const node = join(clone, 'node_modules/.bin')
  const env = { ...environment, PATH: `${node}:${environment.PATH}` }
  const run = (words: readonly string[], cwd: string): string =>
    execFileSync('npm', words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const packed = run(['pack', '--pack-destination', folder, '--ignore-scripts'], clone).trim()
  const installed = performance.now()
  run(['install', join(folder, packed.split('\n').at(-1) ?? '')], empty)
  told(`npm install ${packed.split('\n').at(-1)}`, installed, 'in an empty folder')
  const daemon = await start(['npx', 'tamis', 'up'], empty, env)
  daemon.stop()
  await once(daemon.process, 'exit')
}

async function start(
  command: readonly [string, ...string[]] = ['npm', 'start', '--'],
  cwd = clone,
  env: NodeJS.ProcessEnv = environment,
) {
  const from = performance.now()
  const [program, ...words] = command
  const child = spawn(program, [...words, '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.match(/tamis listening on (\S+)/)?.[1]
    if (url === undefined) continue
    told(command.filter((word) => word !== '--').join(' '), from, line)
    return { process: child, url, stop: () => interrupt(child) }
  }
  throw new Error(`${program} ended without a daemon`)
}

/** As Ctrl-C in a terminal does: npm and what it started. */
function interrupt({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT')
}

async function firstSaving(url: string): Promise<void> {
  const command =
    './tamis prune package-lock.json --goal "which version of hono is pinned" --keep 0.02'
  const from = performance.now()
  const printed = execFileSync('bash', ['-c', `${command} 2>&1 >/dev/null`], {
    cwd: clone,
    env: environment,
    encoding: 'utf8',
  })
  told(command, from, printed.trim())
  const looked = performance.now()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const row = page.getByText('which version of hono is pinned').first()
    await row.waitFor()
    told(`open ${url}`, looked, 'the saving is the first row of the dashboard')
  } finally {
    await browser.close()
  }
}

function told(command: string, from: number, said?: string): void {
  say(`${seconds(from).padStart(6)} s  $ ${command}`)
  if (said) say(`          ${said.split('\n').join('\n          ')}`)
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}

function minutes(from: number): string {
  return ((performance.now() - from) / 60_000).toFixed(1)
}
