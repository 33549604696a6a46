import { createAccessTokens } from './core/access/access-tokens.ts'
import { requestLimits } from './core/access/request-limits.ts'
import { createDiscovery } from './core/discover/discovery.ts'
import { createHooks } from './core/hooks/hooks.ts'
import { createKnowledge, type Knowledge } from './core/knowledge/knowledge.ts'
import { announcedLedger } from './core/ledger/announced-ledger.ts'
import { meterEntries, meterQueues } from './core/ledger/meter-entries.ts'
import { onPeerNews } from './core/ledger/on-peer-news.ts'
import { purge } from './core/ledger/purge.ts'
import { createConversations } from './core/mask/conversations.ts'
import { isSievedOutput } from './core/mask/entry/output/output-kind.ts'
import type { PruneQuestion } from './core/mask/entry/sieve-result.ts'
import { type PromptCache, usualPromptCache } from './core/mask/window/cache-cost.ts'
import { createMemory } from './core/memory/memory.ts'
import { recoverText } from './core/prune/recover/recover-text.ts'
import { type PruneTextDeps, pruneText } from './core/prune/request/prune-text.ts'
import { resolveRequest } from './core/prune/request/resolve-request.ts'
import { forgetfulStore } from './core/replay/forgetful-store.ts'
import { ownSieves } from './core/replay/own-sieves.ts'
import { peerSieves } from './core/replay/peer-sieves.ts'
import { doNothing } from './core/replay/replay-policy.ts'
import { createReplay } from './core/replay/replay-sessions.ts'
import { toIsoTime } from './core/text/iso-time.ts'
import { conversationMemory } from './core/traffic/conversation-memory.ts'
import { conversationViews } from './core/traffic/conversation-views.ts'
import { recogniser } from './core/traffic/conversations.ts'
import type { ModelRule } from './core/traffic/model-rule.ts'
import { createTraffic } from './core/traffic/traffic.ts'
import { createPruner } from './create-pruner.ts'
import type { Engine, EngineSettings, ModelsInUse, Ports } from './engine.ts'
import { EngineError } from './errors.ts'
import type { Log } from './ports/log.ts'

const sweepStep = 200
/** Of the ledger, for how many tokens models count a character. */
const learnedRows = 1000
/** Records of what was sent live so long after their last use. */
const sentResultsTtlMs = 30 * 24 * 60 * 60 * 1000
const sweepFilesEveryMs = 60 * 60 * 1000
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
    ledger: store.ledger,
    now,
    pause: ports.pause,
    log: ports.log,
    settings: settings.knowledge,
  })
  const pruneDeps = { ...ports, ...store, reranker: ports.reranker, limits: settings.prune }
  const space = (ports.conversationMemory ?? conversationMemory()).space(settings.namespace)
  const traffic = createTraffic({
    prices: settings.prices ?? [],
    past: () => store.ledger.list({ kind: 'proxy' }, learnedRows),
    onError: (error) => ports.log.warn('past-not-read', { cause: String(error) }),
  })
  const isThinkingBound = (model: string): boolean => traffic.ruleOf(model).isThinkingBound
  const conversations = createConversations({
    ...store,
    space,
    recognise: recogniser(space, ports.digest),
    tokenizer: ports.tokenizer,
    digest: ports.digest,
    now,
    log: ports.log,
    settings: settings.mask,
    omissionFiles: ports.omissionFiles,
    requestArchive: ports.requestArchive,
    isShared: store.peers !== undefined,
    cacheOf: (model) => promptCacheOf(traffic.ruleOf(model)),
    isThinkingBound,
    pruneFor: (source) => (text, asked) =>
      pruneToolResult(pruneDeps, text, asked, settings.mask.locale, source),
  })
  const replay = createReplay({
    tokenizer: ports.tokenizer,
    pause: (ms) => ports.pause(ms, true),
    policies: [
      doNothing,
      ...ownSieves({
        digest: ports.digest,
        settings: settings.mask,
        open: (parts) => {
          const forgetful = forgetfulStore()
          // Nothing leaves the machine for a request that is never sent.
          const paper = { ...pruneDeps, ...forgetful, reranker: undefined }
          return createConversations({
            ...forgetful,
            ...parts,
            tokenizer: ports.tokenizer,
            digest: ports.digest,
            log: ports.log,
            isShared: false,
            cacheOf: (model) => promptCacheOf(traffic.ruleOf(model)),
            isThinkingBound,
            pruneFor: (source) => (text, asked) =>
              pruneToolResult(paper, text, asked, settings.mask.locale, source),
          })
        },
      }),
      ...peerSieves(ports.digest),
    ],
  })
  const discovery = createDiscovery({
    ...ports,
    ...store,
    servers: ports.toolServers,
    embedder: ports.embedder,
    takeTurn: requestLimits(now).take,
    settings: settings.gateway,
  })
  const tokens = createAccessTokens({
    ...ports,
    tokens: store.tokens,
    believedMs: settings.store.tokenGraceMs,
    namespace: settings.namespace,
  })
  const runJobs = onPeerNews(store.peers, ports.log, {
    'originals-purged': () => conversations.forgetKept(),
    'catalog-changed': () => discovery.refresh(),
    'tokens-revoked': () => tokens.forget(),
    'config-shared': () => ports.sharedConfig?.refresh(),
  })
  let isSweepBehind = false
  let filesSweptAt = Number.NEGATIVE_INFINITY

  /** Looking through the folder is slow, and nothing in it is in a hurry. */
  async function sweepFiles(): Promise<void> {
    if (!ports.omissionFiles || now() - filesSweptAt < sweepFilesEveryMs) return
    filesSweptAt = now()
    const isKept = async (id: string) => (await store.originals.find(id, now())) !== undefined
    await ports.omissionFiles.sweep(now() - sentResultsTtlMs, isKept)
  }

  return {
    prune: (request, call) => pruneText(pruneDeps, request, call),
    ...createPruner(pruneDeps),
    recover: (request, call) => recoverText(pruneDeps, request, call),
    conversations,
    hooks: createHooks({
      enter: (source, result) => conversations.enter(source, result),
      isSieved: (command) => isSievedOutput('bash', { command }),
      digest: ports.digest,
    }),
    traffic,
    replay,
    conversationViews: conversationViews({
      ledger: store.ledger,
      titleOf: conversations.seen.titleOf,
    }),
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
    tokens,
    sharedConfig: ports.sharedConfig,
    configFile: ports.configFile,
    async purge(target) {
      const purged = await purge(store, target)
      conversations.forgetKept()
      if (target !== 'ledger') await ports.omissionFiles?.clear()
      await store.peers?.announce('originals-purged')
      return purged
    },
    isShared: store.peers !== undefined,
    usage: () => store.originals.usage(),
    sweepEveryMs: settings.store.sweepEveryMs,
    async sweep() {
      const isUnfinished = await runJobs(async () => {
        const limits = { now: now(), maxBytes: settings.store.maxBytes, limit: sweepStep }
        const swept = await store.originals.sweep(limits)
        const rows = await store.ledger.sweep(now() - settings.store.ledgerTtlMs, sweepStep)
        const sent = await store.sentResults.sweep(now() - sentResultsTtlMs, sweepStep)
        const traces = await store.catalog.sweepTraces(settings.store.maxTraces, sweepStep)
        await sweepFiles()
        isSweepBehind =
          swept.isUnfinished || [rows, sent, traces].some((count) => count >= sweepStep)
        return isSweepBehind || (await embedOnTheSide(knowledge, ports.log))
      })
      return isUnfinished ?? false
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

/** A tool result on its way to a model, pruned; `undefined` when it passes unchanged. */
async function pruneToolResult(
  deps: PruneTextDeps,
  text: string,
  { goal, exitCode }: PruneQuestion,
  locale: EngineSettings['mask']['locale'],
  source: string,
): Promise<{ readonly text: string; readonly id: string } | undefined> {
  const request = await resolveRequest(deps.tokenizer, {
    text,
    goal,
    ...(exitCode === undefined ? {} : { exitCode }),
    annotateLines: false,
    includeMarkers: true,
    locale,
    explain: false,
    scoresLines: false,
    stripAnsi: false,
    timeoutMs: toolResultTimeoutMs,
  })
  const call = { source, signal: AbortSignal.timeout(toolResultTimeoutMs) }
  const result = await pruneText(deps, request, call)
  if (result.stats.used_fallback || result.prune_id === null) return undefined
  return { text: result.pruned_text, id: result.prune_id }
}

/** Relative to fresh input; what costs nothing is weighed as most providers do. */
function promptCacheOf(rule: ModelRule): PromptCache {
  const { input, cacheRead, cacheWrite, cacheMs: lifeMs, steps, windowTokens } = rule
  if (input === 0) return { ...usualPromptCache, windowTokens }
  return { read: cacheRead / input, write: cacheWrite / input, lifeMs, steps, windowTokens }
}

function modelsInUse({ embedder, llm }: Ports): ModelsInUse {
  return {
    embedder: embedder ? { model: embedder.model, dimensions: embedder.dimensions } : null,
    llm: llm?.model ?? null,
  }
}
