import { join, resolve } from 'node:path'
import { credentialFiles } from '../adapters/credentials/credentials.ts'
import { systemKeyring } from '../adapters/credentials/keyring.ts'
import { keyLoader } from '../adapters/credentials/load-key.ts'
import { deepInfraReranker } from '../adapters/deepinfra/reranker.ts'
import { jsonlMemories } from '../adapters/jsonl/memories.ts'
import { loadSchemaValidator } from '../adapters/mcp-client/schema-validator.ts'
import { mcpToolServers } from '../adapters/mcp-client/tool-servers.ts'
import { digest } from '../adapters/node/digest.ts'
import { nodeInstallation } from '../adapters/node/installation.ts'
import { stderrLog } from '../adapters/node/log.ts'
import { pauseUntil } from '../adapters/node/pause.ts'
import { randomText } from '../adapters/node/random-text.ts'
import { steadyClock } from '../adapters/node/steady-clock.ts'
import { omissionFiles } from '../adapters/omission-files/omission-files.ts'
import { modelShelf } from '../adapters/onnx/model-shelf.ts'
import type { PostgresServer } from '../adapters/postgres/store.ts'
import { prometheusMeter } from '../adapters/prometheus/meter.ts'
import { timedServers } from '../adapters/prometheus/timed-servers.ts'
import { timedStore } from '../adapters/prometheus/timed-store.ts'
import { watchPool, watchProcess } from '../adapters/prometheus/watch-process.ts'
import { quickjsSandbox } from '../adapters/quickjs/sandbox.ts'
import { requestFiles } from '../adapters/request-files/request-files.ts'
import { skillFolders } from '../adapters/skill-folders/skill-folders.ts'
import { acquireLock } from '../adapters/sqlite/lock.ts'
import type { WriterThread } from '../adapters/sqlite/writer-thread.ts'
import { describeConfig, type LoadedConfig } from '../config/load.ts'
import { makeFolder } from '../config/make-folder.ts'
import { hasOmissionFiles, omissionsFolder } from '../config/omission-files.ts'
import { processEnvironment } from '../config/process-environment.ts'
import type { Config } from '../config/schema.ts'
import { createEngine } from '../create-engine.ts'
import {
  type ConversationMemory,
  conversationMemory,
  defaultNamespace,
  type Engine,
  type Lock,
  type Log,
} from '../engine.ts'
import { EngineError } from '../errors.ts'
import { guardedFetch } from '../network/guarded-fetch.ts'
import type { Clock } from '../ports/clock.ts'
import type { Credentials } from '../ports/credentials.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Llm } from '../ports/llm.ts'
import type { Meter } from '../ports/meter.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { Sandbox } from '../ports/sandbox.ts'
import type { MemoryFiles } from '../ports/store/memories.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { ToolServers } from '../ports/tool-server.ts'
import type { Tracer } from '../ports/tracer.ts'
import { ownConfigFile } from './config-file.ts'
import { liveGatewaySettings, skillPaths, upstreamDefinitions } from './gateway.ts'
import { knowledgePorts } from './knowledge.ts'
import { chooseEmbedder, chooseEntailment, chooseLlm, earlierEmbedder } from './models.ts'
import { engineSettings, maskSettings } from './settings.ts'
import { type LiveConfig, liveConfig } from './shared-config.ts'
import {
  memoryFolder,
  type OpenStore,
  openServer,
  openStore,
  openWriterThread,
  placeOf,
  type StoreParts,
} from './store.ts'
import { openTokenizer } from './tokenizer.ts'
import { openTracer } from './tracer.ts'

export interface Composed {
  /** The engine of the namespace that the configuration names, the default one if none. */
  readonly engine: Engine
  /** The engine of any namespace, `undefined` for that one; the first to ask opens it. */
  engineOf(namespace: string | undefined): Promise<Engine>
  /** Whether the database answers that the store is in; absent for one in the home. */
  readonly isStoreThere?: (() => boolean) | undefined
  readonly log: Log
  close(): Promise<void>
}

export interface ComposeOptions {
  /** Told of each engine as it is opened. */
  readonly onEngine?: (engine: Engine) => void
  /** Requests pass through this process for as long as it lives: its store is written in a thread. */
  readonly isDaemon?: boolean
}

/** The composition root: the one file that knows every adapter. */
export async function compose(
  loaded: LoadedConfig,
  version: string,
  { onEngine = () => undefined, isDaemon = false }: ComposeOptions = {},
): Promise<Composed> {
  const log = stderrLog()
  const thread = isDaemon ? openWriterThread(log) : undefined
  const tokenizer = openTokenizer(isDaemon)
  const shared = await shareParts(loaded, version, log, thread, tokenizer)
  const rooms = new Map<string, Promise<Room>>()

  async function openRoom(namespace: string): Promise<Room> {
    const room = await composeRoom(shared, namespace)
    onEngine(room.engine)
    return room
  }
  async function engineOf(asked: string | undefined): Promise<Engine> {
    const namespace = asked ?? loaded.namespace ?? defaultNamespace
    const known = rooms.get(namespace)
    const room = known ?? openRoom(namespace)
    if (!known) {
      rooms.set(namespace, room)
      // One that could not be opened is tried again by the next who asks.
      room.catch(() => rooms.delete(namespace))
    }
    return (await room).engine
  }
  return {
    engine: await engineOf(undefined),
    engineOf,
    isStoreThere: shared.parts.server?.pulse?.isThere,
    log,
    async close() {
      const opened = await Promise.allSettled(rooms.values())
      await Promise.all(
        opened.map((room) => (room.status === 'fulfilled' ? room.value.close() : undefined)),
      )
      await shared.tracer?.close()
      await shared.root.close()
      await shared.parts.server?.close()
      await thread?.close()
      await tokenizer.close()
    },
  }
}

/** What all namespaces of a process have in common: nothing of it holds what one of them said. */
interface Shared {
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

async function shareParts(
  loaded: LoadedConfig,
  version: string,
  log: Log,
  thread: WriterThread | undefined,
  tokenizer: Tokenizer,
): Promise<Shared> {
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
    memory: conversationMemory(),
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

interface Room {
  readonly engine: Engine
  close(): Promise<void>
}

/** One namespace: an engine over stores, files and upstream processes of its own. */
async function composeRoom(shared: Shared, namespace: string): Promise<Room> {
  const { live, version, log, meter, tracer, root, tokenizer, embedder, llm, memory } = shared
  const loaded = live.current()
  const { config } = loaded
  const isDefault = namespace === defaultNamespace
  const { home, schema } = placeOf({ home: loaded.home, namespace })
  const opened = isDefault
    ? { ...root, close: async () => undefined }
    : timedStore(await openStore(config.store, home, schema, shared.parts), { meter, tracer })
  const reranker = chooseReranker(config)
  const toolServers = shared.timeServers(
    mcpToolServers(upstreamDefinitions(config), {
      credentials: openCredentials(home),
      fetch: guardedFetch(),
      now: Date.now,
    }),
  )
  const gateway = liveGatewaySettings(config)
  const closing = new AbortController()
  const { keepRequests } = config.proxy
  const requestArchive =
    keepRequests > 0
      ? requestFiles(join(loaded.home, 'requests', namespace), keepRequests, log)
      : undefined
  const engine = createEngine(
    {
      store: { ...opened.store, tokens: root.store.tokens },
      memories: {
        files: openMemories(loaded, namespace),
        vectors: opened.memoryVectors,
      },
      knowledge: {
        ...knowledgePorts(opened),
        earlierEmbedder: earlierEmbedder(config, loaded.home),
        entailment: chooseEntailment(config),
      },
      tokenizer,
      ...(reranker ? { reranker } : {}),
      ...(embedder ? { embedder } : {}),
      ...(llm ? { llm } : {}),
      toolServers,
      logins: toolServers.logins,
      callerValues: toolServers.callerValues,
      // Folders of this machine are its user's, not those of everyone with a token.
      ...(isDefault ? { skillFolders: skillFolders(skillPaths(config), shared.now) } : {}),
      conversationMemory: memory,
      loadValidator: loadSchemaValidator,
      sandbox: shared.sandbox,
      pause: pauseUntil(closing.signal),
      models: modelShelf(loaded.home, config.models.hubUrl),
      installation: nodeInstallation(home, () => describeConfig(live.current())),
      sharedConfig: isDefault ? live.shared : undefined,
      omissionFiles: hasOmissionFiles(config)
        ? omissionFiles(
            join(omissionsFolder(loaded.home), namespace),
            config.mask.omissionFilesMaxBytes,
          )
        : undefined,
      requestArchive,
      configFile: isDefault ? ownConfigFile(live) : undefined,
      digest,
      randomText,
      meter,
      ...(tracer ? { tracer } : {}),
      now: shared.now,
      log,
    },
    { ...engineSettings(loaded, version, namespace), gateway: gateway.settings },
  )
  live.onChange(({ config: changed }) => {
    engine.conversations.configure(maskSettings(changed))
    gateway.update(changed)
    toolServers
      .redefine(upstreamDefinitions(changed))
      .catch((error: unknown) => log.warn('upstream-not-closed', { cause: String(error) }))
  })
  const close = async (): Promise<void> => {
    closing.abort()
    await requestArchive?.settled()
    await toolServers.close()
    await opened.close()
  }
  return { engine, close }
}

/** The lock that one daemon a home may hold; `undefined` when another has it. */
export function lockHome(home: string): Lock | undefined {
  makeFolder(home)
  return acquireLock(join(home, 'daemon.lock'))
}

/** Secrets of people for upstream servers, in a folder of their own; the key in the system's keyring where there is one. */
function openCredentials(home: string): Credentials {
  const folder = join(home, 'credentials')
  return credentialFiles(folder, keyLoader(folder, systemKeyring(processEnvironment())))
}

/** Further folders that the configuration names are the default namespace's: others keep to their own. */
function openMemories({ config, home }: LoadedConfig, namespace: string): MemoryFiles {
  const { memory } = config
  const files = memoryFolder(memory.folder, { home, namespace })
  const own: Partial<Config['memory']> = namespace === defaultNamespace ? memory : {}
  return jsonlMemories({
    files,
    watchNotes: resolve(own.watchNotesFolder ?? join(files, 'veille')),
    clarifications: resolve(own.clarificationsFolder ?? join(files, 'clarifications')),
  })
}

function chooseReranker({ prune, deepinfra }: Config): Reranker | undefined {
  if (prune.backend === 'heuristic') return undefined
  const { cacheTtlS, cacheMaxItems } = prune
  const settings = {
    ...deepinfra,
    apiKey: deepinfra.apiKey,
    cacheTtlMs: cacheTtlS * 1000,
    cacheMaxItems,
  }
  return deepInfraReranker(settings, () => performance.now(), digest)
}
