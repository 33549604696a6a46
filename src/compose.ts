import { join, resolve } from 'node:path'
import { deepInfraReranker } from './adapters/deepinfra/reranker.ts'
import { jsonlMemories } from './adapters/jsonl/memories.ts'
import { loadSchemaValidator } from './adapters/mcp-client/schema-validator.ts'
import { mcpToolServers } from './adapters/mcp-client/tool-servers.ts'
import { digest } from './adapters/node/digest.ts'
import { nodeInstallation } from './adapters/node/installation.ts'
import { stderrLog } from './adapters/node/log.ts'
import { pause } from './adapters/node/pause.ts'
import { randomText } from './adapters/node/random-text.ts'
import { modelShelf } from './adapters/onnx/model-shelf.ts'
import { acquireLock } from './adapters/sqlite/lock.ts'
import { o200kTokenizer } from './adapters/tokenizer/tokenizer.ts'
import { gatewaySettings, upstreamDefinitions } from './compose-gateway.ts'
import { knowledgePorts, knowledgeSettings } from './compose-knowledge.ts'
import { chooseEmbedder, chooseLlm } from './compose-models.ts'
import { makeHome, openStore } from './compose-store.ts'
import { describeConfig, type LoadedConfig } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { toSnake } from './config/settings.ts'
import {
  createEngine,
  defaultNamespace,
  type Engine,
  type EngineSettings,
  type Lock,
  type Log,
} from './engine.ts'
import type { Reranker } from './ports/reranker.ts'
import type { MemoryFiles } from './ports/store/memories.ts'

export interface Composed {
  readonly engine: Engine
  readonly log: Log
  close(): Promise<void>
}

/** The composition root: the one file that knows every adapter. */
export async function compose(loaded: LoadedConfig, version: string): Promise<Composed> {
  const { config, home } = loaded
  const log = stderrLog()
  const opened = await openStore(config.store, home)
  const reranker = chooseReranker(config)
  const embedder = chooseEmbedder(config, home)
  const llm = chooseLlm(config)
  const toolServers = mcpToolServers(upstreamDefinitions(config))
  const engine = createEngine(
    {
      store: opened.store,
      memories: { files: openMemories(config, home), vectors: opened.memoryVectors },
      knowledge: knowledgePorts(opened),
      tokenizer: o200kTokenizer(digest),
      ...(reranker ? { reranker } : {}),
      ...(embedder ? { embedder } : {}),
      ...(llm ? { llm } : {}),
      toolServers,
      loadValidator: loadSchemaValidator,
      pause,
      models: modelShelf(home, config.models.hubUrl),
      installation: nodeInstallation(home, describeConfig(loaded)),
      digest,
      randomText,
      now: Date.now,
      log,
    },
    engineSettings(config, version),
  )
  const close = async (): Promise<void> => {
    await toolServers.close()
    await opened.close()
  }
  return { engine, log, close }
}

/** The lock that one daemon a home may hold; `undefined` when another has it. */
export function lockHome(home: string): Lock | undefined {
  makeHome(home)
  return acquireLock(join(home, 'daemon.lock'))
}

function openMemories({ memory }: Config, home: string): MemoryFiles {
  const folder = memory.folder === undefined ? join(home, 'memory') : resolve(memory.folder)
  return jsonlMemories({
    files: folder,
    watchNotes: resolve(memory.watchNotesFolder ?? join(folder, 'veille')),
    clarifications: resolve(memory.clarificationsFolder ?? join(folder, 'clarifications')),
  })
}

function engineSettings(config: Config, version: string): EngineSettings {
  const { prune, store, memory, mask, proxy } = config
  return {
    gateway: gatewaySettings(config),
    namespace: defaultNamespace,
    version,
    knowledge: knowledgeSettings(config),
    memory: { promoteOn: memory.promoteOn },
    prune: {
      maxInputChars: prune.maxInputChars,
      ttlMs: prune.pruneIdTtlS * 1000,
      usdPerMillionTokens: prune.usdPerMillionTokens,
    },
    mask: maskSettings(mask, proxy.repair, prune.pruneIdTtlS),
    store: { maxBytes: store.maxBytes, ledgerTtlMs: store.ledgerTtlS * 1000 },
  }
}

/** The configuration writes settings in camel case, the masking contract in snake case. */
function maskSettings(
  { pruneResults, pruneMinTokens, protectAfterRecoveries, ...policy }: Config['mask'],
  isRepairing: boolean,
  ttlS: number,
): EngineSettings['mask'] {
  return {
    policy: Object.fromEntries(
      Object.entries(policy).map(([name, value]) => [toSnake(name), value]),
    ),
    ttlMs: ttlS * 1000,
    pruneMinChars: pruneResults ? pruneMinTokens * 4 : undefined,
    isRepairing,
    protectAfterRecoveries,
  }
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
  return deepInfraReranker(settings, Date.now, digest)
}
