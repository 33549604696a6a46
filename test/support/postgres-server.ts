import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A Postgres server of its own, in a temporary folder. */
export interface PostgresServer {
  readonly url: string
  /** Of the first process of the server. */
  pid(): number
  /** Runs SQL as the owner, past the adapter. */
  query(sql: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>
  /** Stops it as an administrator would (`fast`), or as a power cut would (`immediate`). */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Its processes stand still, as on a machine that hangs: connections stay open and nobody answers. */
  hang(): void
  resume(): void
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

const versions = '/usr/lib/postgresql'

/** Where the server's programs are; `undefined` where none is installed. */
export const postgresPrograms: string | undefined = findPrograms()

/** Why tests that need a server are skipped. */
export const noServer = 'no Postgres server is installed here (Debian: apt install postgresql)'

export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  if (postgresPrograms === undefined) throw new Error(noServer)
  const programs = postgresPrograms
  const folder = mkdtempSync(join(tmpdir(), 'tamis-postgres-'))
  const prefix = asServerUser(folder)
  const data = join(folder, 'data')
  const init = ['-D', data, '-A', 'trust', '-U', 'tamis', '--no-sync', '--locale=C.UTF-8']
  const [program = '', ...initial] = [...prefix, join(programs, 'initdb'), ...init, '-E', 'UTF8']
  execFileSync(program, initial, { stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://tamis@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const run = [...prefix, join(programs, 'postgres'), '-D', data, '-p', String(port)]
    const more = ['-c', 'listen_addresses=127.0.0.1', '-k', folder, '-c', 'max_connections=200']
    const [command = '', ...args] = [...run, ...more, ...settings.flatMap((one) => ['-c', one])]
    child = spawn(command, args, { stdio: 'ignore' })
    await untilAnswers(url)
  }
  const stop = async (how: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }
  await start()
  return {
    url,
    pid: () => child?.pid ?? 0,
    query: (sql, values = []) => queryOnce(url, sql, values),
    stop,
    start,
    hang() {
      signalFamily(child?.pid ?? 0, 'SIGSTOP')
    },
    resume() {
      signalFamily(child?.pid ?? 0, 'SIGCONT')
    },
    async remove() {
      signalFamily(child?.pid ?? 0, 'SIGCONT')
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A process and those it started; some of these may end meanwhile. */
function signalFamily(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const file = `/proc/${name}/stat`
      const stat = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid)
    })
  for (const one of [pid, ...children.map(Number)])
    try {
      process.kill(one, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

/** The server refuses to run as root; another user must then own its folder. */
function asServerUser(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const uid = Number(execFileSync('id', ['-u', 'postgres']))
  const gid = Number(execFileSync('id', ['-g', 'postgres']))
  chownSync(folder, uid, gid)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=QUIT']
}

function findPrograms(): string | undefined {
  const installed = existsSync(versions) ? readdirSync(versions).sort().reverse() : []
  const folders = [
    ...installed.map((version) => join(versions, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await queryOnce(url, 'select 1', [])
      return
    } catch (error) {
      if (attempt === 300) throw error
      await pause(50)
    }
  }
}

async function queryOnce(
  connectionString: string,
  sql: string,
  values: unknown[],
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
