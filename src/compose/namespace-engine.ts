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
import { pauseUntil } from '../adapters/node/pause.ts'
import { randomText } from '../adapters/node/random-text.ts'
import { omissionFiles } from '../adapters/omission-files/omission-files.ts'
import { modelShelf } from '../adapters/onnx/model-shelf.ts'
import { timedStore } from '../adapters/prometheus/timed-store.ts'
import { requestFiles } from '../adapters/request-files/request-files.ts'
import { skillFolders } from '../adapters/skill-folders/skill-folders.ts'
import { describeConfig, type LoadedConfig } from '../config/load.ts'
import { hasOmissionFiles, omissionsFolder } from '../config/omission-files.ts'
import { processEnvironment } from '../config/process-environment.ts'
import type { Config } from '../config/schema.ts'
import { createEngine } from '../create-engine.ts'
import { defaultNamespace, type Engine } from '../engine.ts'
import { guardedFetch } from '../network/guarded-fetch.ts'
import type { Credentials } from '../ports/credentials.ts'
import type { Reranker } from '../ports/reranker.ts'
import type { MemoryFiles } from '../ports/store/memories.ts'
import { ownConfigFile } from './config-file.ts'
import { liveGatewaySettings, skillPaths, upstreamDefinitions } from './gateway.ts'
import { knowledgePorts } from './knowledge.ts'
import { chooseEntailment, earlierEmbedder } from './models.ts'
import { engineSettings, maskSettings } from './settings.ts'
import type { SharedParts } from './shared-parts.ts'
import { memoryFolder, openStore, placeOf } from './store.ts'

export interface NamespaceEngine {
  readonly engine: Engine
  close(): Promise<void>
}

/** One namespace: an engine over stores, files and upstream processes of its own. */
export async function openNamespaceEngine(
  shared: SharedParts,
  namespace: string,
): Promise<NamespaceEngine> {
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
