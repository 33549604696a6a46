import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWhole } from './cells.ts'
import { type InstalledPortkey, installPortkey } from './portkey.ts'

/** One way to reach the provider, as its own process. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Processor time used so far, in microseconds. */
  cpuUs(): number
  stop(): Promise<void>
}

type Core = 0 | 1

/** Each way has one core; the provider and the load share the other. */
const ownCore: Core = 0
const loadCore: Core = 1

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** Where there is no `taskset` the system decides. */
function spawnPinned(
  core: Core,
  words: readonly string[],
  options: SpawnOptions,
  node = process.execPath,
): ChildProcess {
  return canPin
    ? spawn('taskset', ['-c', String(core), node, ...words], options)
    : spawn(node, words, options)
}

/** Moves this process, which is the load, away from what it measures. */
export function pinLoad(): void {
  if (canPin) spawnSync('taskset', ['-a', '-cp', String(loadCore), String(process.pid)])
}

const here = (file: string): string => join(import.meta.dirname, file)

export function startUpstream(): Promise<Contender> {
  return startNode('provider', loadCore, [here('upstream.ts')])
}

/** Everything that is compared; Portkey only where it can be installed. */
export async function startContenders(upstream: string): Promise<readonly Contender[]> {
  const home = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const tamis = [
    join(import.meta.dirname, '../../src/main.ts'),
    'up',
    '--port',
    '0',
    '--home',
    home,
  ]
  const portkeys = await startPortkeys(upstream)
  return [
    await startNode('node:http pipe', ownCore, [here('bare-pipe.ts'), upstream]),
    await startNode(bareForwarder, ownCore, [here('bare-dispatch.ts'), upstream]),
    await startNode('tamis', ownCore, tamis, { TAMIS_PROXY_UPSTREAMS_OPENAI: `${upstream}/v1` }),
    ...portkeys,
  ]
}

/** Rows that others are compared with. */
export const bareForwarder = 'undici dispatch'
export const portkeyNames = { sameNode: 'Portkey gateway', ownNode: 'Portkey, Node 20' } as const

/** On the Node.js of all the others, and on the one its makers ship it with, which is slower. */
async function startPortkeys(upstream: string): Promise<readonly Contender[]> {
  const installed = isWhole ? installPortkey() : undefined
  if (!installed) return []
  const { sameNode, ownNode } = portkeyNames
  return [
    ...(await startPortkey(sameNode, installed, process.execPath, 0, upstream)),
    ...(installed.ownNode
      ? await startPortkey(ownNode, installed, installed.ownNode, 1, upstream)
      : []),
  ]
}

async function startPortkey(
  name: string,
  { script }: InstalledPortkey,
  node: string,
  offset: number,
  upstream: string,
): Promise<readonly Contender[]> {
  const port = 20_000 + ((2 * process.pid + offset) % 20_000)
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream}/v1`,
    authorization: 'Bearer sk-bench',
  }
  const env = { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' }
  const words = [script, `--port=${port}`, '--headless']
  const child = spawnPinned(ownCore, words, { stdio: 'ignore', env }, node)
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return [contender(name, url, child, headers)]
    await once(child, 'spawn', { signal: AbortSignal.timeout(100) }).catch(() => undefined)
  }
  child.kill()
  return []
}

async function startNode(
  name: string,
  core: Core,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Contender> {
  const child = spawnPinned(core, ['--disable-warning=ExperimentalWarning', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const url = said.match(/listening on (\S+)/)?.[1]
    if (url) return contender(name, url, child, {})
  }
  throw new Error(`${name} did not start: ${said}`)
}

function contender(
  name: string,
  url: string,
  child: ChildProcess,
  headers: Readonly<Record<string, string>>,
): Contender {
  return {
    name,
    url,
    headers,
    cpuUs: () => processorTime(child.pid ?? 0),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** What every thread of a process has spent on a processor, from the kernel. */
function processorTime(pid: number): number {
  const threads = `/proc/${pid}/task`
  return readdirSync(threads).reduce((sum, thread) => {
    const nanoseconds = readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]
    return sum + Number(nanoseconds) / 1000
  }, 0)
}
