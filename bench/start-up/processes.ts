import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Cost {
  readonly wallMs: number
  /** Of all threads; not a number where the system does not tell. */
  readonly processorMs: number
}

/** Tells its processor time on descriptor 3 when it ends. */
const telling =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})'

/** A command from its spawn to its end. */
export async function runToEnd(args: readonly string[]): Promise<Cost> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', telling, ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stdio[3]?.on('data', (chunk) => {
    told += chunk
  })
  await once(child, 'close')
  return { wallMs: performance.now() - startedAt, processorMs: Number(told) }
}

/** A daemon from its spawn until it says that it listens, and until it answers. */
export async function startDaemon(
  main: string,
  home: string,
): Promise<{ readonly listening: Cost; readonly answering: Cost }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main, 'up', '--port', '0', '--home', home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const costNow = (): Cost => ({
    wallMs: performance.now() - startedAt,
    processorMs: processorMsOf(child),
  })
  try {
    const url = await urlOf(child)
    const listening = costNow()
    await (await fetch(`${url}/health`)).text()
    return { listening, answering: costNow() }
  } finally {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
}

/** A daemon that goes on, and its home. */
export async function startServing(
  main: string,
): Promise<{ readonly home: string; readonly stop: () => void }> {
  const home = mkdtempSync(join(tmpdir(), 'tamis-bench-'))
  const child = spawn(process.execPath, [main, 'up', '--port', '0', '--home', home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await urlOf(child)
  return { home, stop: () => void child.kill() }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  const heard = new Promise<string>((resolve, reject) => {
    stdout?.on('data', (chunk) => {
      said += chunk
      const url = said.match(/listening on (\S+)/)?.[1]
      if (url) resolve(url)
    })
    stdout?.on('end', () => reject(new Error(`did not start: ${said}`)))
  })
  return heard
}

/** Linux counts nanoseconds for each thread of a process. */
function processorMsOf({ pid }: ChildProcess): number {
  const threads = `/proc/${pid}/task`
  if (!existsSync(threads)) return Number.NaN
  return readdirSync(threads).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(nanoseconds) / 1e6
  }, 0)
}
