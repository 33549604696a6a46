import { setTimeout as pause } from 'node:timers/promises'
import { type Provider, startProvider } from '../e2e/proxy/provider.ts'
import { newFolder, postJson, type RunningDaemon, startTamis } from '../e2e/tamis.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** Daemons on one database, the provider behind their proxy, and a log of what was away when. */
export interface PostgresCluster {
  readonly server: PostgresServer
  readonly provider: Provider
  /** `undefined` while a daemon is dead. */
  readonly daemons: (RunningDaemon | undefined)[]
  /** When the database, or a daemon by number, could not answer: milliseconds since the start. */
  readonly absences: Absence[]
  elapsedMs(): number
  /** Kills a daemon as a power cut would, and starts it again on its home. */
  killAndRestart(index: number, deadMs: number): Promise<void>
  cutConnections(): Promise<void>
  restartDatabase(how: 'fast' | 'immediate', awayMs: number): Promise<void>
  /** What daemons said that ended without being told to. */
  deaths(): readonly string[]
  /** The number of the daemon that has the background jobs, by its own log. */
  holder(): number
  close(): Promise<void>
}

export interface Absence {
  readonly who: 'database' | number
  readonly from: number
  to: number
}

export interface ClusterOptions {
  readonly daemons: number
  readonly settings?: readonly string[]
  readonly env?: Record<string, string>
}

export async function startCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const server = await startPostgres(options.settings)
  const provider = await startProvider()
  const env = {
    TAMIS_DATABASE_URL: server.url,
    TAMIS_STORE_SWEEP_EVERY_S: '1',
    TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl,
    ...options.env,
  }
  const homes = Array.from({ length: options.daemons }, newFolder)
  const start = (index: number): Promise<RunningDaemon> =>
    startTamis({ home: homes[index] ?? newFolder(), env })
  const daemons: (RunningDaemon | undefined)[] = await Promise.all(
    homes.map((_, index) => start(index)),
  )
  const began = performance.now()
  const elapsedMs = (): number => performance.now() - began
  const absences: Absence[] = []
  const away = async (who: Absence['who'], work: () => Promise<void>): Promise<void> => {
    const absence = { who, from: elapsedMs(), to: Number.POSITIVE_INFINITY }
    absences.push(absence)
    await work()
    absence.to = elapsedMs()
  }
  return {
    server,
    provider,
    daemons,
    absences,
    elapsedMs,
    killAndRestart: (index, deadMs) =>
      away(index, async () => {
        await daemons[index]?.stop('SIGKILL')
        daemons[index] = undefined
        await pause(deadMs)
        daemons[index] = await start(index)
      }),
    async cutConnections() {
      await server.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tamis'",
      )
    },
    restartDatabase: (how, awayMs) =>
      away('database', async () => {
        await server.stop(how)
        await pause(awayMs)
        await server.start()
      }),
    deaths: () =>
      daemons.flatMap((daemon) =>
        daemon && daemon.process.exitCode !== null ? [daemon.stderr().slice(-2000)] : [],
      ),
    holder: () => daemons.findIndex((daemon) => lastWord(daemon) === 'jobs-taken'),
    async close() {
      await Promise.all(daemons.map((daemon) => daemon?.stop()))
      await provider.close()
      await server.remove()
    },
  }
}

/** Calls an operation of one daemon. */
export function callOperation(
  daemon: RunningDaemon,
  operation: string,
  input: object,
): ReturnType<typeof postJson> {
  return postJson(`${daemon.url}/api/${operation}`, input)
}

function lastWord(daemon: RunningDaemon | undefined): string | undefined {
  return daemon
    ?.stderr()
    .match(/jobs-(?:taken|lost)/g)
    ?.at(-1)
}
