import { once } from 'node:events'
import type { Engine, Log } from '../../../../engine.ts'
import { EngineError } from '../../../../errors.ts'
import { phrase } from '../../../../phrase.ts'
import type { Daemon } from '../../../daemon.ts'
import type { Arguments, Command, CommandContext } from '../../command.ts'
import { readDaemonFile, removeDaemonFile, writeDaemonFile } from '../../daemon/daemon-file.ts'
import { detach } from '../../daemon/detach.ts'
import { languageOf } from '../../locale/say.ts'
import { UsageError } from '../../usage-error.ts'

/** `tamis up`: the daemon in the foreground, until a signal stops it. */
export const up: Command = {
  name: 'up',
  summary: 'Run the daemon, in the foreground or by itself',
  options: {
    host: { type: 'string', value: 'ADDRESS', description: 'Address to bind (default 127.0.0.1)' },
    port: {
      type: 'string',
      value: 'N',
      description: 'Port to bind, 0 for any free one (default 8006)',
    },
    detach: {
      type: 'boolean',
      description: 'Go on in the background once it listens; `tamis stop` ends it',
    },
  },
  examples: ['tamis up', 'tamis up --detach', 'tamis up --port 9000 --home ./data'],
  async run(context, args) {
    const loaded = context.loadConfig(flagValues(args))
    const { config, home } = loaded
    if (loaded.namespace !== undefined)
      throw new UsageError(
        'A daemon serves every namespace',
        'The token of a request says which; leave --namespace out.',
      )
    const lock = await context.deps.lockHome(home)
    if (!lock) throw alreadyRunning(home)
    if (await isServed(home)) {
      lock.release()
      throw alreadyRunning(home)
    }
    if (args.isSet('detach')) {
      lock.release()
      return sayDetached(context, home)
    }
    const { engine, engineOf, isStoreThere, log, close } = await context.deps.compose(loaded, {
      isDaemon: true,
    })
    try {
      await requireStore(engine, log)
      const { version } = context.deps
      const { startDaemon } = await import('../../../daemon.ts')
      const settings = { ...config.server, maxSessions: config.gateway.maxSessions }
      const proxy = { ...config.proxy, upstreamKeys: loaded.upstreamKeys }
      const daemon = await startDaemon({
        engineOf,
        isStoreThere,
        log,
        version,
        settings,
        proxy,
        language: await languageOf(settings.locale),
      })
      writeDaemonFile(home, { pid: process.pid, url: daemon.url, version, startedAt: Date.now() })
      const { output } = context
      if (output.isJson) output.json({ url: daemon.url, pid: process.pid, home })
      else
        output.result(
          `tamis listening on ${daemon.url} (open it in a browser to see what the model saw)`,
        )
      await untilStopped(context, daemon)
      removeDaemonFile(home)
    } finally {
      await close()
      lock.release()
    }
    return 0
  },
}

/**
 * A daemon without its store would refuse every call, and says so now. One on a shared database starts
 * while that is away, and the proxy with it; what the database refuses for good stops the start too.
 */
async function requireStore(engine: Engine, log: Log): Promise<void> {
  try {
    await engine.usage()
  } catch (error) {
    const isAway = error instanceof EngineError && error.code === 'store_unavailable'
    if (!isAway || !engine.isShared || error.details.is_refused === true) throw error
    log.warn('started-without-store', { cause: error.message })
  }
}

async function sayDetached({ output, signal }: CommandContext, home: string): Promise<number> {
  const { url, pid } = await detach(home, signal)
  if (output.isJson) output.json({ url, pid, home })
  else output.result(output.say(phrase`tamis listening on ${url} (process ${pid})`))
  return 0
}

function flagValues(args: Arguments): Readonly<Record<string, string>> {
  const host = args.text('host')
  const port = args.number('port')
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new UsageError('--port takes a number from 0 to 65535')
  return {
    ...(host ? { 'server.host': host } : {}),
    ...(port === undefined ? {} : { 'server.port': String(port) }),
  }
}

async function untilStopped({ signal, output }: CommandContext, daemon: Daemon): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
  output.note('tamis stopping: requests under way may finish')
  await daemon.close()
}

/** Whether the daemon that last ran here lives and answers: whoever removed its lock did not stop it. */
async function isServed(home: string): Promise<boolean> {
  const record = readDaemonFile(home)
  if (!record || record.pid === process.pid || !isAlive(record.pid)) return false
  const signal = AbortSignal.timeout(longestAnswerMs)
  return fetch(`${record.url}/health`, { signal }).then(
    async (response) => /"(?:status|code)"/.test(await response.text()),
    () => false,
  )
}

const longestAnswerMs = 2000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function alreadyRunning(home: string): EngineError {
  const record = readDaemonFile(home)
  return new EngineError(
    'home_in_use',
    record
      ? phrase`A daemon already runs on ${home} at ${record.url} (process ${record.pid})`
      : phrase`A daemon already runs on ${home}`,
    { hint: 'Use that one, `tamis stop` it, or choose another --home.' },
  )
}
