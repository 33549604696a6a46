import { createTokenDesk, type TokenDesk } from './core/access/token-desk.ts'
import { createDiscovery, type Discovery } from './core/discover/discovery.ts'
import type { GatewaySettings } from './core/discover/gateway.ts'
import {
  createKnowledge,
  type Knowledge,
  type KnowledgePorts,
  type KnowledgeSettings,
} from './core/knowledge/knowledge.ts'
import { type AnnouncedLedger, announcedLedger } from './core/ledger/announced-ledger.ts'
import { heedPeers } from './core/ledger/heed-peers.ts'
import { meterEntries } from './core/ledger/meter-entries.ts'
import { meterQueues } from './core/ledger/meter-queues.ts'
import { type Purged, type PurgeTarget, purge } from './core/ledger/purge.ts'
import {
  type Conversations,
  createConversations,
  type MaskSettings,
} from './core/mask/conversations.ts'

import { createMemory, type Memory } from './core/memory/memory.ts'
import type { PruneResult } from './core/prune/prune-result.ts'
import {
  type PruneCall,
  type PruneLimits,
  type PruneTextDeps,
  pruneText,
} from './core/prune/prune-text.ts'
import { type RecoverRequest, type RecoverResult, recoverText } from './core/prune/recover-text.ts'
import { type OpenPruneRequest, resolveRequest } from './core/prune/resolve-request.ts'
import type { PruneRequest } from './core/prune/types.ts'
import { toIsoTime } from './core/text/iso-time.ts'
import { EngineError } from './errors.ts'
import type { Clock } from './ports/clock.ts'
import type { Digest } from './ports/digest.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Installation } from './ports/installation.ts'
import type { Llm } from './ports/llm.ts'
import type { Log } from './ports/log.ts'
import type { Meter } from './ports/meter.ts'
import type { ModelShelf } from './ports/model-shelf.ts'
import type { RandomText } from './ports/random-text.ts'
import type { Reranker } from './ports/reranker.ts'
import type { MemoryFiles, MemoryVectors } from './ports/store/memories.ts'
import type { OriginalsUsage } from './ports/store/originals.ts'
import type { Store } from './ports/store/store.ts'
import type { Tokenizer } from './ports/tokenizer.ts'
import type { SchemaValidator, ToolServers } from './ports/tool-server.ts'
import type { Tracer } from './ports/tracer.ts'

export { type RequestLimits, requestLimits } from './core/access/request-limits.ts'
export { requireScope } from './core/access/require-scope.ts'
export type { KnownToken, TokenDesk, TokenFacts } from './core/access/token-desk.ts'
export { tokenPattern } from './core/access/token-text.ts'
export { restoreArchive, verifyArchive, writeArchive } from './core/archive/archive.ts'
export { checkStore } from './core/archive/check-store.ts'
export { copyStore, type Marks, requireEmpty } from './core/archive/copy-store.ts'
export type { Kept } from './core/archive/parts.ts'
export { type Storehouse, type StoreKind, storeKinds } from './core/archive/storehouse.ts'
export type { Tallies } from './core/archive/tally.ts'
export type { Discovery } from './core/discover/discovery.ts'
export type { OwnTool } from './core/discover/own-tools.ts'
export type { DiscoverResponse, DiscoverResult } from './core/discover/results.ts'
export type { Answer } from './core/knowledge/ask/answer.ts'
export type { Evaluation, GoldenQuestion } from './core/knowledge/evaluate.ts'
export type { IngestProgress } from './core/knowledge/ingest/ingest-text.ts'
export { indexChunk } from './core/knowledge/ingest/prepare-document.ts'
export type { IngestResult, Knowledge, KnowledgePorts } from './core/knowledge/knowledge.ts'
export type { SearchOutcome } from './core/knowledge/search/search.ts'
export type { SearchHit } from './core/knowledge/search/search-hit.ts'
export type { Conversations, MaskReport } from './core/mask/conversations.ts'
export type { FormatName } from './core/mask/formats/wire-formats.ts'
export { maskPolicyInput } from './core/mask/policy.ts'
export type { RegretReport } from './core/mask/regret.ts'
export type { ReplayReport, ReplayRow } from './core/mask/replay-grid.ts'
export type { ShownRequest } from './core/mask/show-request.ts'
export type { Sieved } from './core/mask/sieve-request.ts'

export { questions } from './core/memory/clarification-file.ts'
export { defaultFloor } from './core/memory/inject.ts'
export { unavailableBlock } from './core/memory/inject-block.ts'
export type { Memory } from './core/memory/memory.ts'
export { slug, storyId } from './core/memory/records.ts'
export type { PruneResult } from './core/prune/prune-result.ts'
export type { LineSpan, RecoverRequest, RecoverResult } from './core/prune/recover-text.ts'
export type { OpenPruneRequest } from './core/prune/resolve-request.ts'
export type { PruneRequest } from './core/prune/types.ts'
export { type Caller, defaultNamespace, type Scope, scopes } from './ports/caller.ts'
export type { EffectiveSetting, HealthCheck } from './ports/installation.ts'
export type { Lock } from './ports/lock.ts'
export type { Log } from './ports/log.ts'
export type { Meter } from './ports/meter.ts'
export type { ShelvedModel } from './ports/model-shelf.ts'
export type { DocumentFilter, DocumentRecord } from './ports/store/documents.ts'
export type { LedgerEntry, LedgerRow, LedgerTotal } from './ports/store/ledger.ts'
export type { Tracer } from './ports/tracer.ts'

/** All that the engine asks of the outside. */
export interface Ports {
  readonly store: Store
  readonly memories: { readonly files: MemoryFiles; readonly vectors: MemoryVectors }
  readonly knowledge: KnowledgePorts
  readonly tokenizer: Tokenizer
  /** Absent: lines are scored here, and nothing leaves the machine. */
  readonly reranker?: Reranker
  /** Absent: search and discovery go by words alone. */
  readonly embedder?: Embedder
  /** Absent: nothing is written, only found. */
  readonly llm?: Llm
  readonly models: ModelShelf
  readonly installation: Installation
  readonly toolServers: ToolServers
  readonly loadValidator: () => Promise<SchemaValidator>
  /** Resolves after so many milliseconds; the process may end before, unless it is held. */
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
  readonly digest: Digest
  readonly randomText: RandomText
  readonly meter: Meter
  /** Absent: nobody is told of single requests. */
  readonly tracer?: Tracer
  readonly now: Clock
  readonly log: Log
}

export interface EngineSettings {
  readonly version: string
  /** Whose data this engine holds. */
  readonly namespace: string
  readonly memory: { readonly promoteOn: 'reuse' | 'reuse_and_lift' }
  readonly knowledge: KnowledgeSettings
  readonly prune: PruneLimits
  readonly mask: MaskSettings
  readonly gateway: GatewaySettings
  readonly store: {
    readonly maxBytes: number
    readonly ledgerTtlMs: number
    readonly sweepEveryMs: number
  }
}

/** What Tamis can do, whatever the door. */
export interface Engine {
  readonly models: ModelShelf & { readonly inUse: ModelsInUse }
  /** The contract's prune: every option given, the two constraints are laws. */
  prune(request: PruneRequest, call: PruneCall): Promise<PruneResult>
  /** The same engine for requests that leave options open. */
  pruneOpenly(request: OpenPruneRequest, call: PruneCall): Promise<PruneResult>
  recover(request: RecoverRequest, call: PruneCall): Promise<RecoverResult>
  readonly conversations: Conversations
  readonly ledger: Pick<AnnouncedLedger, 'list' | 'sum' | 'onAppend'>
  readonly memory: Memory
  readonly knowledge: Knowledge
  readonly installation: Installation
  readonly discovery: Discovery
  /** Who may come in. */
  readonly tokens: TokenDesk
  /** Counts what this process does, for all namespaces together. */
  readonly meter: Meter
  readonly tracer: Tracer | undefined
  /** All its numbers as text, with those that are asked for only now. */
  readMetrics(): Promise<string>
  countTokens(texts: readonly string[]): Promise<readonly number[]>
  health(): Health
  usage(): Promise<OriginalsUsage>
  /** Removes all that is kept of a kind, at once and for good. */
  purge(target: PurgeTarget): Promise<Purged>
  /**
   * Removes a little of what has expired or is over the size cap, embeds a few texts that lack a vector;
   * true when there is more to do. Of daemons that share a store one does it.
   */
  sweep(): Promise<boolean>
  /** How long to rest when there is no more to do. */
  readonly sweepEveryMs: number
}

/** Names of the models that answer now; `null` where there is none. */
export interface ModelsInUse {
  readonly embedder: { readonly model: string; readonly dimensions: number } | null
  readonly llm: string | null
}

export interface Health {
  readonly status: 'healthy'
  readonly server: 'mcp-pruner'
  readonly version: string
  readonly capabilities: readonly string[]
  readonly timestamp: string
}

const sweepStep = 200
const toolResultKeepRatio = 0.5
const toolResultTimeoutMs = 2000

/** Joins the features to whatever ports it is given; knows no adapter. */
export function createEngine(ports: Ports, settings: EngineSettings): Engine {
  const { now } = ports
  const { meter } = ports
  const store = { ...ports.store, ledger: announcedLedger(ports.store.ledger) }
  store.ledger.onAppend((entries) => meterEntries(meter, entries))
  const knowledge = createKnowledge({
    ...ports.knowledge,
    embedder: ports.embedder,
    llm: ports.llm,
    tokenizer: ports.tokenizer,
    digest: ports.digest,
    now,
    settings: settings.knowledge,
  })
  const pruneDeps = { ...ports, ...store, reranker: ports.reranker, limits: settings.prune }
  const conversations = createConversations({
    ...store,
    tokenizer: ports.tokenizer,
    digest: ports.digest,
    now,
    log: ports.log,
    settings: settings.mask,
    prune: (text, goal) => pruneToolResult(pruneDeps, text, goal),
  })
  const discovery = createDiscovery({
    ...ports,
    ...store,
    servers: ports.toolServers,
    embedder: ports.embedder,
    settings: settings.gateway,
  })
  const hasJobs = heedPeers(store.peers, ports.log, {
    'originals-purged': () => conversations.forgetKept(),
    'catalog-changed': () => discovery.refresh(),
  })
  let isSweepBehind = false
  return {
    prune: (request, call) => pruneText(pruneDeps, request, call),
    pruneOpenly: async (request, call) =>
      pruneText(pruneDeps, await resolveRequest(ports.tokenizer, request), call),
    recover: (request, call) => recoverText(pruneDeps, request, call),
    conversations,
    ledger: store.ledger,
    models: { ...ports.models, inUse: modelsInUse(ports) },
    knowledge,
    memory: createMemory({
      ...ports.memories,
      ...settings.memory,
      ledger: store.ledger,
      tokenizer: ports.tokenizer,
      embedder: ports.embedder,
      digest: ports.digest,
      now,
    }),
    discovery,
    health: () => ({
      status: 'healthy',
      server: 'mcp-pruner',
      version: settings.version,
      capabilities: ['prune_text', 'recover_text', 'annotations', 'markers'],
      timestamp: toIsoTime(now()),
    }),
    meter,
    tracer: ports.tracer,
    async readMetrics() {
      await meterQueues(meter, store, await knowledge.usage(), isSweepBehind)
      return meter.read()
    },
    countTokens: (texts) => ports.tokenizer.count(texts),
    installation: ports.installation,
    tokens: createTokenDesk({ ...ports, tokens: store.tokens, namespace: settings.namespace }),
    async purge(target) {
      const purged = await purge(store, target)
      conversations.forgetKept()
      await store.peers?.announce('originals-purged')
      return purged
    },
    usage: () => store.originals.usage(),
    sweepEveryMs: settings.store.sweepEveryMs,
    async sweep() {
      if (!(await hasJobs())) return false
      const limits = { now: now(), maxBytes: settings.store.maxBytes, limit: sweepStep }
      const { isUnfinished } = await store.originals.sweep(limits)
      const rows = await store.ledger.sweep(now() - settings.store.ledgerTtlMs, sweepStep)
      isSweepBehind = isUnfinished || rows === sweepStep
      return isSweepBehind || (await embedOnTheSide(knowledge, ports.log))
    },
  }
}

/** A model that is away must not stop the sweeping of the rest. */
async function embedOnTheSide(knowledge: Knowledge, log: Log): Promise<boolean> {
  try {
    return await knowledge.embedSome()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    log.warn('embedding-postponed', { code: error.code })
    return false
  }
}

/** A tool result on its way to a model: the text, or `undefined` when it passes as it came. */
async function pruneToolResult(
  deps: PruneTextDeps,
  text: string,
  goal: string,
): Promise<string | undefined> {
  const request = await resolveRequest(deps.tokenizer, {
    text,
    goal,
    keepRatio: toolResultKeepRatio,
    annotateLines: false,
    includeMarkers: true,
    explain: false,
    scoresLines: false,
    stripAnsi: false,
    timeoutMs: toolResultTimeoutMs,
  })
  const call = { source: 'proxy', signal: AbortSignal.timeout(toolResultTimeoutMs) }
  const result = await pruneText(deps, request, call)
  return result.stats.used_fallback ? undefined : result.pruned_text
}

function modelsInUse({ embedder, llm }: Ports): ModelsInUse {
  return {
    embedder: embedder ? { model: embedder.model, dimensions: embedder.dimensions } : null,
    llm: llm?.model ?? null,
  }
}
