import { hostname } from 'node:os'
import { steadyClock } from '../adapters/node/steady-clock.ts'
import type { PostgresServer } from '../adapters/postgres/store.ts'
import { prometheusMeter } from '../adapters/prometheus/meter.ts'
import { timedServers } from '../adapters/prometheus/timed-servers.ts'
import { timedStore } from '../adapters/prometheus/timed-store.ts'
import { watchPool, watchProcess } from '../adapters/prometheus/watch-process.ts'
import { quickjsSandbox } from '../adapters/quickjs/sandbox.ts'
import type { WriterThread } from '../adapters/sqlite/writes/writer-thread.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import { type ConversationMemory, conversationMemory, type Log } from '../engine.ts'
import { EngineError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Llm } from '../ports/llm.ts'
import type { Meter } from '../ports/meter.ts'
import type { Sandbox } from '../ports/sandbox.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { ToolServers } from '../ports/tool-server.ts'
import type { Tracer } from '../ports/tracer.ts'
import { chooseEmbedder, chooseLlm } from './models.ts'
import { type LiveConfig, liveConfig } from './shared-config.ts'
import { type OpenStore, openServer, openStore, type StoreParts } from './store.ts'

/** What all namespaces of a process have in common: nothing of it holds what one of them said. */
export interface SharedParts {
  readonly live: LiveConfig
  readonly version: string
  readonly log: Log
  readonly now: Clock
  readonly meter: Meter
  readonly tracer: Tracer | undefined
  readonly timeServers: <Servers extends ToolServers>(servers: Servers) => Servers
  /** The store of the default namespace, which also keeps the tokens of all. */
  readonly root: OpenStore
  readonly parts: StoreParts
  readonly tokenizer: Tokenizer
  readonly embedder: Embedder | undefined
  readonly llm: Llm | undefined
  /** Its limit on programs at once is one for all. */
  readonly sandbox: Sandbox
  /** Conversations of all namespaces, under one budget; none is shown those of another. */
  readonly memory: ConversationMemory
}

export async function shareParts(
  loaded: LoadedConfig,
  version: string,
  log: Log,
  thread: WriterThread | undefined,
  tokenizer: Tokenizer,
): Promise<SharedParts> {
  const { config, home } = loaded
  const meter = prometheusMeter()
  const tracer = await openTracer(config, version, meter, log)
  const server =
    config.store.url === undefined
      ? undefined
      : await openServer(config.store, thread !== undefined)
  const parts = { thread, server, ...(thread ? { log } : {}) }
  server?.pulse?.onChange((isThere) =>
    log[isThere ? 'info' : 'warn'](isThere ? 'database-back' : 'database-away'),
  )
  if (server?.pulse?.isThere() === false) log.warn('database-away')
  if (server && thread) tellConnections(server, config.store.connections + 1, log)
  if (server) watchPool(meter, server.connections)
  if (thread) watchProcess(meter)
  const watchers = { meter, tracer }
  const root = timedStore(await openStore(config.store, home, undefined, parts), watchers)
  return {
    live: await liveConfig(loaded, root.store.configText, log),
    version,
    log,
    now: await clockOf(config, root),
    meter,
    tracer,
    timeServers: timedServers(watchers),
    root,
    parts,
    tokenizer,
    embedder: chooseEmbedder(config, home),
    llm: chooseLlm(config),
    sandbox: quickjsSandbox(),
    memory: conversationMemory(config.proxy.memoryBytes),
  }
}

/** Begins no earlier than the latest row of the ledger: a machine whose clock was set back revives nothing. */
async function clockOf({ store }: Config, { store: { ledger } }: OpenStore): Promise<Clock> {
  const clock = steadyClock()
  // A database elsewhere may be away, and machines that share one agree on the time better than that.
  if (store.url !== undefined) return clock.now
  try {
    const [newest] = await ledger.list({}, 1)
    if (newest) clock.isAtLeast(newest.at)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  return clock.now
}

/** Says how many connections the database has and this daemon may take; a warning when that is too many. */
function tellConnections(server: PostgresServer, ours: number, log: Log): void {
  server.limits().then(
    ({ most, taken }) => {
      const isEnough = taken + ours <= most
      log[isEnough ? 'info' : 'warn']('database-connections', { most, taken, ours })
    },
    // One that is away now is told by what needs it.
    (error: unknown) => log.info('database-connections-unknown', { cause: String(error) }),
  )
}

/** A tracer where the configuration names a collector; its code is read only then. */
async function openTracer(
  { telemetry }: Config,
  version: string,
  meter: Meter,
  log: Log,
): Promise<Tracer | undefined> {
  const { otlpEndpoint: endpoint, otlpHeaders = '', serviceName } = telemetry
  if (endpoint === undefined) return undefined
  const { otlpTracer } = await import('../adapters/otlp/tracer.ts')
  const service = { name: serviceName, version, instance: `${hostname()}-${process.pid}` }
  return otlpTracer({ endpoint, headers: readHeaders(otlpHeaders), service, meter, log })
}

/** `name=value,name=value`, values as in a URL. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim().toLowerCase(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}
