import type { AccessTokens } from './core/access/access-tokens.ts'
import type { Discovery, GatewaySettings } from './core/discover/discovery.ts'
import type { Hooks } from './core/hooks/hooks.ts'
import type { Knowledge, KnowledgePorts, KnowledgeSettings } from './core/knowledge/knowledge.ts'
import type { AnnouncedLedger } from './core/ledger/announced-ledger.ts'
import type { Purged, PurgeTarget } from './core/ledger/purge.ts'
import type { Conversations } from './core/mask/conversations.ts'
import type { MaskSettings } from './core/mask/mask-settings.ts'
import type { Memory } from './core/memory/memory.ts'
import type { RecoverRequest, RecoverResult } from './core/prune/recover/recover-text.ts'
import type { PruneResult } from './core/prune/request/prune-result.ts'
import type { PruneCall, PruneLimits } from './core/prune/request/prune-text.ts'
import type { OpenPruneRequest } from './core/prune/request/resolve-request.ts'
import type { PruneRequest } from './core/prune/types.ts'
import type { ReplaySessions } from './core/replay/replay-sessions.ts'
import type { ConversationMemory } from './core/traffic/conversation-memory.ts'
import type { ConversationViews } from './core/traffic/conversation-views.ts'
import type { Traffic } from './core/traffic/traffic.ts'
import type { Clock } from './ports/clock.ts'
import type { Digest } from './ports/digest.ts'
import type { Embedder } from './ports/embedder.ts'
import type { ConfigFile } from './ports/files/config-file.ts'
import type { Installation } from './ports/files/installation.ts'
import type { OmissionFiles } from './ports/files/omission-files.ts'
import type { RequestArchive } from './ports/files/request-archive.ts'
import type { SharedConfig } from './ports/files/shared-config.ts'
import type { SkillFolders } from './ports/files/skill-folders.ts'
import type { Llm } from './ports/llm.ts'
import type { Log } from './ports/log.ts'
import type { Meter } from './ports/meter.ts'
import type { ModelShelf } from './ports/model-shelf.ts'
import type { RandomText } from './ports/random-text.ts'
import type { Reranker } from './ports/reranker.ts'
import type { Sandbox } from './ports/sandbox.ts'
import type { MemoryFiles, MemoryVectors } from './ports/store/memories.ts'
import type { OriginalsUsage } from './ports/store/originals.ts'
import type { Store } from './ports/store/store.ts'
import type { Tokenizer } from './ports/tokenizer.ts'
import type { SchemaValidator, ToolServers } from './ports/tool-server.ts'
import type { Tracer } from './ports/tracer.ts'
import type { CallerValues, UpstreamLogins } from './ports/upstream-logins.ts'

export type { AccessTokens, KnownToken, TokenFacts } from './core/access/access-tokens.ts'
export { tokenEndsWithinMs } from './core/access/access-tokens.ts'
export { type RequestLimits, requestLimits } from './core/access/request-limits.ts'
export { requireScope, tokenPattern } from './core/access/token-text.ts'
export { restoreArchive, verifyArchive, writeArchive } from './core/archive/archive.ts'
export { checkStore } from './core/archive/check-store.ts'
export { copyStore, type Marks, requireEmpty } from './core/archive/copy-store.ts'
export type { Kept } from './core/archive/parts.ts'
export { type StoreKind, type StoreUpkeep, storeKinds } from './core/archive/store-upkeep.ts'
export type { Tallies } from './core/archive/tally.ts'
export type { Details } from './core/discover/answer/details.ts'
export type {
  DiscoverResponse,
  DiscoverResult,
  Discovery,
  ExecuteResponse,
  OwnTool,
  PolicyLine,
} from './core/discover/discovery.ts'
export { hookAgentNames } from './core/hooks/hook-agents.ts'
export type { HookReply } from './core/hooks/hook-event.ts'
export type { Answer } from './core/knowledge/ask/answer.ts'
export { roleFilter } from './core/knowledge/code/document-role.ts'
export type { Evaluation, GoldenQuestion } from './core/knowledge/evaluate.ts'
export type { IngestResult } from './core/knowledge/ingest/embed-base.ts'
export type { IngestProgress } from './core/knowledge/ingest/ingest-text.ts'
export { indexChunk } from './core/knowledge/ingest/prepare-document.ts'
export type { Knowledge, KnowledgePorts } from './core/knowledge/knowledge.ts'
export type { Warned } from './core/knowledge/note-model-away.ts'
export type { SearchOutcome } from './core/knowledge/search/search.ts'
export type { SearchHit } from './core/knowledge/search/search-hit.ts'
export type { KnownSource } from './core/knowledge/sources/sources.ts'
export type { Conversations } from './core/mask/conversations.ts'
export type { RegretReport } from './core/mask/kept/regret.ts'
export { maskModes } from './core/mask/mask-modes.ts'
export { type MaskPolicyInput, maskPolicyInput, resolvePolicy } from './core/mask/policy.ts'
export { type BodyText, textBody } from './core/mask/request/body-text.ts'
export type { RequestFacts, SieveMode } from './core/mask/request/read-request.ts'
export type { ShownRequest } from './core/mask/seen/show-request.ts'
export type { Sieved } from './core/mask/sieve-request.ts'
export type { MaskReport } from './core/mask/window/mask-list.ts'
export { defaultPlaceholder } from './core/mask/window/placeholder.ts'
export { defaultFloor } from './core/memory/inject/inject.ts'
export { unavailableBlock } from './core/memory/inject/inject-block.ts'
export type { Memory } from './core/memory/memory.ts'
export { questions } from './core/memory/records/clarification-file.ts'
export { slug, storyId } from './core/memory/records/records.ts'
export type { LineSpan, RecoverRequest, RecoverResult } from './core/prune/recover/recover-text.ts'
export type { PruneResult } from './core/prune/request/prune-result.ts'
export type { OpenPruneRequest } from './core/prune/request/resolve-request.ts'
export type { PruneRequest } from './core/prune/types.ts'
export type { ReplayedPolicy, ReplayReport } from './core/replay/replay-report.ts'
export {
  type ConversationMemory,
  conversationMemory,
  facet,
  type Remembered,
} from './core/traffic/conversation-memory.ts'
export type { ConversationSummary } from './core/traffic/conversation-views.ts'
export { type ModelRule, ratioRule } from './core/traffic/model-rule.ts'
export type { RuleOf } from './core/traffic/provider-rules.ts'
export type { EndedRequest } from './core/traffic/request-entry.ts'
export { type ResetCost, resetCost } from './core/traffic/reset-cost.ts'
export type { Traffic } from './core/traffic/traffic.ts'
export {
  familyOfHeaders,
  familyOfPath,
  loginOf,
  type NamedUpstream,
  presetUpstreams,
  type UpstreamName,
  upstreamFamilies,
} from './core/wire/upstreams.ts'
export type { Usage } from './core/wire/usage.ts'
export { type FormatName, wireFormat } from './core/wire/wire-formats.ts'
export { findWireRoute } from './core/wire/wire-routes.ts'
export { type AskedClient, type AskedMethod, askedMethods } from './ports/asked-client.ts'
export { type Caller, defaultNamespace, type Scope, scopes } from './ports/caller.ts'
export type { AgentSessions, FoundSession } from './ports/files/agent-sessions.ts'
export type { EffectiveSetting, HealthCheck } from './ports/files/installation.ts'
export type { Lock } from './ports/lock.ts'
export type { Log } from './ports/log.ts'
export type { Meter } from './ports/meter.ts'
export type { ShelvedModel } from './ports/model-shelf.ts'
export type { DocumentFilter, DocumentRecord } from './ports/store/document-rows.ts'
export type { LedgerEntry, LedgerRow, LedgerTotal } from './ports/store/ledger.ts'
export type { Span, Tracer } from './ports/tracer.ts'

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
  /** Absent where no other daemon reads the store, and in every namespace but the default one. */
  readonly sharedConfig?: SharedConfig | undefined
  readonly toolServers: ToolServers
  readonly logins: UpstreamLogins
  readonly callerValues: CallerValues
  readonly skillFolders?: SkillFolders
  readonly loadValidator: () => Promise<SchemaValidator>
  /** Absent: code is not run. */
  readonly sandbox?: Sandbox
  /** Resolves after so many milliseconds; the process may end before, unless it is held. */
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
  /** Absent: what is left out is no file. */
  readonly omissionFiles?: OmissionFiles | undefined
  readonly requestArchive?: RequestArchive | undefined
  /** Absent where nobody may change it from outside. */
  readonly configFile?: ConfigFile | undefined
  readonly digest: Digest
  readonly randomText: RandomText
  readonly meter: Meter
  /** Shared by all namespaces of a process; absent: one of its own. */
  readonly conversationMemory?: ConversationMemory
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
  /** Prices that come before those of the table, as lines of `proxy.prices`. */
  readonly prices?: readonly string[]
  readonly gateway: GatewaySettings
  readonly store: {
    readonly maxBytes: number
    readonly ledgerTtlMs: number
    /** How long a token that was let in is let in while the store does not answer. */
    readonly tokenGraceMs: number
    readonly maxTraces: number
    readonly sweepEveryMs: number
  }
}

/** What Tamis can do, whatever the door. */
export interface Engine {
  readonly models: ModelShelf & { readonly inUse: ModelsInUse }
  /** The contract's prune: every option given, the two constraints are laws. */
  prune(request: PruneRequest, call: PruneCall): Promise<PruneResult>
  /** The same engine for requests that leave options open. */
  pruneWithDefaults(request: OpenPruneRequest, call: PruneCall): Promise<PruneResult>
  recover(request: RecoverRequest, call: PruneCall): Promise<RecoverResult>
  readonly conversations: Conversations
  readonly hooks: Hooks
  readonly traffic: Traffic
  /** What saved sessions cost, and what each policy would have made of that; nothing is kept or sent. */
  readonly replay: ReplaySessions
  readonly conversationViews: ConversationViews
  readonly configFile: ConfigFile | undefined
  readonly ledger: Pick<AnnouncedLedger, 'list' | 'sum' | 'onAppend'>
  readonly memory: Memory
  readonly knowledge: Knowledge
  readonly installation: Installation
  readonly sharedConfig: SharedConfig | undefined
  readonly discovery: Discovery
  /** Who may come in. */
  readonly tokens: AccessTokens
  /** Counts what this process does, for all namespaces together. */
  readonly meter: Meter
  readonly tracer: Tracer | undefined
  /** All its numbers as text, with those that are asked for only now. */
  readMetrics(): Promise<string>
  countTokens(texts: readonly string[]): Promise<readonly number[]>
  health(): Health
  /** Whether other daemons may use the same store. */
  readonly isShared: boolean
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
