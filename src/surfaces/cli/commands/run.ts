import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Say } from '../../../core/text/say.ts'
import type { Engine } from '../../../engine.ts'
import { counted, phrase } from '../../../phrase.ts'
import type { Command, CommandContext } from '../command.ts'
import { readDaemonFile, removeDaemonFile, writeDaemonFile } from '../daemon/daemon-file.ts'
import { languageOf } from '../locale/say.ts'
import { agentSettings } from '../setup/agent-settings.ts'
import { formerUpstreams } from '../setup/former-upstreams.ts'
import { refuseDetour } from '../setup/refuse-detour.ts'
import { UsageError } from '../usage-error.ts'

interface Served {
  readonly url: string
  readonly engine: Engine
  /** Resolves when what the command saved is written down. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Another process writes its accounts a moment after its answers. */
const accountsWrittenMs = 500

/** `tamis run -- COMMAND`: a command whose model requests pass through the proxy. */
export const run: Command = {
  name: 'run',
  summary: 'Run a command with its model requests through the proxy, and say what that saved',
  operands: '-- COMMAND [ARGUMENT…]',
  options: {},
  examples: ['tamis run -- claude', 'tamis run -- codex', 'tamis run -- node agent.js'],
  async run(context, args) {
    const [command, ...rest] = args.operands
    if (command === undefined)
      throw new UsageError('Name a command', 'For instance `tamis run -- claude`.')
    const startedAt = Date.now()
    const served = await serve(context)
    try {
      context.output.note(phrase`tamis: requests go through ${served.url}`)
      const code = await runChild(context, served.url, command, rest)
      await served.settle()
      context.output.note(await savedText(served.engine, startedAt, context.output.say))
      return code
    } finally {
      await served.close()
    }
  },
}

/** The home's daemon when one runs; otherwise one of our own, for as long as the command lasts. */
async function serve(context: CommandContext): Promise<Served> {
  const { deps } = context
  const { home } = context.loadConfig()
  const lock = await deps.lockHome(home)
  const running = lock ? undefined : readDaemonFile(home)
  if (running) {
    await refuseDetour(context, running.url)
    const engine = await context.openEngine()
    const settle = (): Promise<void> => setTimeout(accountsWrittenMs)
    return { url: running.url, engine, settle, close: async () => undefined }
  }
  const loaded = context.loadConfig(upstreamValues(context))
  const composed = await deps.compose(loaded, { isDaemon: true })
  const { startDaemon } = await import('../../daemon.ts')
  const daemon = await startDaemon({
    engineOf: composed.engineOf,
    log: composed.log,
    version: deps.version,
    settings: { ...loaded.config.server, port: 0 },
    proxy: { ...loaded.config.proxy, upstreamKeys: loaded.upstreamKeys },
    language: await languageOf(loaded.config.server.locale),
  })
  writeDaemonFile(home, {
    pid: process.pid,
    url: daemon.url,
    version: deps.version,
    startedAt: Date.now(),
  })
  let closing: Promise<void> | undefined
  const settle = (): Promise<void> => {
    closing ??= daemon.close()
    return closing
  }
  return {
    url: daemon.url,
    engine: composed.engine,
    settle,
    async close() {
      await settle()
      removeDaemonFile(home)
      await composed.close()
      lock?.release()
    },
  }
}

/** Where the command's requests went before is where the proxy sends them. */
function upstreamValues({ deps, loadConfig }: CommandContext): Readonly<Record<string, string>> {
  const { config, origins } = loadConfig()
  const { host, port } = config.server
  return Object.fromEntries(
    formerUpstreams(deps.environment, [`http://${host}:${port}`])
      .filter(({ key }) => !origins.has(key))
      .map(({ key, url }) => [key, url]),
  )
}

async function runChild(
  { deps }: CommandContext,
  url: string,
  command: string,
  words: readonly string[],
): Promise<number> {
  const agent = agentSettings(command, words, url)
  const child = spawn(command, agent.words, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...deps.environment, ...agent.environment },
  })
  // A terminal sends its interrupt to the command as well, which decides what it means.
  const ignore = (): void => undefined
  const stop = (): boolean => child.kill('SIGTERM')
  process.on('SIGINT', ignore).on('SIGTERM', stop)
  try {
    const [code, killedBy] = await once(child, 'exit')
    const number = killedBy ? constants.signals[killedBy as NodeJS.Signals] : 0
    return typeof code === 'number' ? code : 128 + number
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    throw new UsageError(phrase`There is no command ${JSON.stringify(command)}`)
  } finally {
    process.removeListener('SIGINT', ignore).removeListener('SIGTERM', stop)
  }
}

async function savedText(engine: Engine, since: number, say: Say): Promise<string> {
  const rows = await engine.ledger.list({ kind: 'proxy', since }, 10_000)
  const tokens = rows.reduce(
    (sum, row) => sum + (row.tokens?.before ?? 0) - (row.tokens?.after ?? 0),
    0,
  )
  const billed = rows.filter(({ details }) => details?.raw_usd !== undefined)
  const usd = billed.reduce((sum, { details }) => sum + Number(details?.saved_usd ?? 0), 0)
  const requests = say(counted(rows.length, '{} request,', '{} requests,'))
  const leftOut = say(counted(tokens, '{} token left out', '{} tokens left out'))
  return `tamis: ${requests} ${leftOut}${billed.length > 0 ? moneyText(usd, say) : ''}`
}

/** A cent is the least that is spoken of. */
function moneyText(usd: number, say: Say): string {
  if (Math.abs(usd) < 0.005) return ''
  const dollars = `$${Math.abs(usd).toFixed(2)}`
  return usd > 0
    ? say(phrase`, about ${dollars} saved`)
    : say(phrase`, about ${dollars} dearer than unsieved`)
}
