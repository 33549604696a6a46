import { EngineError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Log } from '../../ports/log.ts'
import type { OmissionFiles } from '../../ports/omission-files.ts'
import type { RequestArchive } from '../../ports/request-archive.ts'
import type { Ledger, LedgerEntry } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { SentResults } from '../../ports/store/sent-results.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { ConversationSpace } from '../traffic/conversation-memory.ts'
import type { Recognise } from '../traffic/conversations.ts'
import { type FormatName, wireFormat } from '../wire/wire-formats.ts'
import type { PromptCache } from './cache-cost.ts'
import { enterResult, type ShortResult, type ToolResult } from './entry/enter-result.ts'
import { createEntrySieve, type EntryDeps } from './entry/entry.ts'
import { keepLeftOut, keepMaskedParts } from './entry/keep-left-out.ts'
import { sentMemory } from './entry/sent-memory.ts'
import type { PruneOutput } from './entry/sieve-result.ts'
import { freedTokens } from './freed-tokens.ts'
import { keepMasked } from './keep-masked.ts'
import { latestSessions, type SeenSession } from './latest-sessions.ts'
import { type MaskReport, maskList } from './mask-list.ts'
import { type MaskSettings, withPayback } from './mask-settings.ts'
import { type MaskPolicyInput, resolvePolicy } from './policy.ts'
import type { RequestFacts } from './read-request.ts'
import { countRegret, type RegretReport } from './regret.ts'
import { type RegretGuard, regretGuard } from './regret-guard.ts'
import { conversationResets } from './reset-conversation.ts'
import { partPlaceholder } from './rewrite/placeholder.ts'
import { createRewrite } from './rewrite/rewrite.ts'
import { type SeenRequests, seenRequests } from './seen-requests.ts'
import { type ShownRequest, showRequest } from './show-request.ts'
import { createSieve, type Sieve, type Sieved } from './sieve-request.ts'
import { storedIds } from './stored-ids.ts'

export interface ConversationDeps {
  readonly recognise: Recognise
  /** Where conversations of this namespace are remembered. */
  readonly space: ConversationSpace
  readonly originals: Originals
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly digest: Digest
  readonly now: Clock
  readonly log: Log
  readonly sentResults: SentResults
  /** Prunes outputs for one source of the ledger. */
  readonly pruneFor: (source: string) => PruneOutput
  /** Whether other daemons use the same store. */
  readonly isShared: boolean
  /** A model's prompt cache, at prices relative to fresh input. */
  readonly cacheOf: (model: string) => PromptCache
  /** Where whole requests outlive a restart; absent: nowhere. */
  readonly requestArchive?: RequestArchive | undefined
  /** Absent: what is left out is no file, and markers name a command. */
  readonly omissionFiles?: OmissionFiles | undefined
  readonly settings: MaskSettings
}

/** What Tamis does with conversations, for the proxy and for clients that do their own calling. */
export interface Conversations {
  /**
   * A request body after masking and pruning; what left is kept before this resolves. `model` is the
   * one its address names, if it names any.
   */
  sieve(format: FormatName, body: string, facts?: RequestFacts): Promise<Sieved>
  /**
   * What a tool printed, shortened before it enters the history of the agent that asks; `undefined`
   * when it stays whole. `source` is who asks, for the ledger.
   */
  enter(source: string, result: ToolResult): Promise<ShortResult | undefined>
  /** Masks a list of messages or items, by the configured policy and what `policy` adds to it. */
  mask(list: readonly unknown[], policy: MaskPolicyInput): Promise<MaskReport>
  /** How often what was left out was asked back, by sieve, tool and policy, most often first. */
  regret(since: number): Promise<RegretReport & { readonly protected_tools: readonly string[] }>
  /** With its next request all that was left out of a conversation comes back, for good. */
  reset(conversation: string): Promise<void>
  /** How many tokens a sieved request left out, counted once per text. */
  freedTokens(sieved: Sieved): Promise<number>
  record(entries: readonly LedgerEntry[]): Promise<void>
  /** The originals were purged: what is left out from now on is kept anew. */
  forgetKept(): void
  /** Sieves by other settings from the next request on. */
  configure(settings: MaskSettings): void
  /** Where conversations are remembered, for those who remember more of them. */
  readonly space: Pick<ConversationSpace, 'recent'>
  /** The latest requests, while this process lives. */
  readonly seen: Pick<SeenRequests, 'add' | 'complete' | 'list' | 'titleOf'>
  /** The newest request of each of the latest conversations, as their agents wrote them. */
  latestSessions(limit: number): Promise<readonly SeenSession[]>
  /** One of them, message by message. */
  show(id: string): ShownRequest
}

/** About a hundred requests of a long session. */
const seenChars = 48_000_000

/** A session this short may be over before a rewrite of its warm cache has paid. */
const minWarmTokens = 30_000

interface InForce {
  readonly sieve: Sieve
  readonly guard: RegretGuard | undefined
}

export function createConversations(deps: ConversationDeps): Conversations {
  const { tokenizer, digest, ledger } = deps
  let { settings } = deps
  const stored = storedIds(settings.ttlMs, deps.now)
  const memory = sentMemory(deps.sentResults, deps.now, ({ code }) =>
    deps.log.warn('sent-results-away', { code }),
  )

  const resets = conversationResets({
    memory,
    isShared: deps.isShared,
    onAway: ({ code }) => deps.log.warn('conversation-not-reset', { code }),
  })
  /** While the store is away nobody can tell: then it is taken for ours. */
  async function isKept(id: string): Promise<boolean> {
    try {
      return (await deps.originals.find(id, deps.now())) !== undefined
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      onNotKept(error)
      return true
    }
  }

  const onNotKept = ({ code }: EngineError): void => deps.log.warn('omission-not-kept', { code })

  function putInForce({
    policy: wanted,
    pruneMinChars,
    echo,
    locale,
    ...rest
  }: MaskSettings): InForce {
    const policy = withPayback(wanted, rest.payback)
    const guard = rest.protectAfterRecoveries > 0 ? guardFor(deps, rest) : undefined
    const sieve = createSieve({
      ...deps,
      policy: () => policy,
      ttlMs: rest.ttlMs,
      stored,
      onNotKept,
      resets,
      entry: createEntrySieve({ memory, ...entryDeps('proxy', pruneMinChars) }),
      entrySettings: { echo, pruneMinChars: pruneMinChars ?? 0, locale },
      rewrite: createRewrite({
        memory,
        isShared: deps.isShared,
        now: deps.now,
        keep: (masked) => keepMaskedParts(deps, masked),
        placeholder: partPlaceholder({
          sentence: rest.hasSentence ? policy : undefined,
          locale,
          pathOf: deps.omissionFiles?.pathOf,
        }),
      }),
      isRewriting: rest.isRewriting,
      keepsOvercome: wanted.keep_errors === true,
      everyTurns: wanted.commit_every_turns ?? 1,
      minWarmTokens: wanted.min_context_tokens ?? minWarmTokens,
      cacheOf: deps.cacheOf,
      isRepairing: rest.isRepairing,
      guard,
    })
    return { sieve, guard }
  }

  function entryDeps(source: string, pruneMinChars: number | undefined, livesMs?: number) {
    return {
      prune: pruneMinChars === undefined ? undefined : deps.pruneFor(source),
      keepOriginals: (texts) => keepLeftOut(deps, texts, livesMs),
      onNotKept,
      isOurs: isKept,
      wayBack: (id) => deps.omissionFiles?.pathOf(id) ?? `tamis recover ${id}`,
    } satisfies Omit<EntryDeps, 'memory'>
  }

  let inForce = putInForce(settings)
  const seen = seenRequests(digest, seenChars, { archive: deps.requestArchive })
  seen
    .restore()
    .catch((error: unknown) => deps.log.warn('requests-not-restored', { cause: String(error) }))
  const freed = freedTokens(tokenizer)

  return {
    sieve: (format, body, facts) => inForce.sieve(wireFormat(format), body, facts),
    configure(changed) {
      settings = changed
      inForce = putInForce(changed)
    },
    async enter(source, result) {
      const { pruneMinChars, locale, hookTtlMs = Number.POSITIVE_INFINITY, policy } = settings
      if (policy.enabled === false) return undefined
      const entry = { digest, ...entryDeps(source, pruneMinChars, hookTtlMs) }
      const startedAt = deps.now()
      const short = await enterResult(entry, { pruneMinChars: pruneMinChars ?? 0, locale }, result)
      // Pruning writes its own row.
      if (short && short.how !== 'prune')
        await ledger.append([await foldEntry(deps, source, startedAt, result, short)])
      return short
    },
    mask: (list, extra) =>
      maskList(
        {
          digest,
          keep: (masked) => keepMasked(deps, settings.ttlMs, masked),
          freedTokens: freed.byMasking,
        },
        list,
        resolvePolicy({ ...settings.policy, ...extra }),
      ),
    async regret(since) {
      const report = await countRegret(ledger, since)
      return { ...report, protected_tools: inForce.guard?.tools() ?? [] }
    },
    reset: resets.ask,
    freedTokens: freed.by,
    record: (entries) => ledger.append(entries),
    forgetKept() {
      stored.clear()
      memory.clear()
      inForce = putInForce(settings)
    },
    space: deps.space,
    seen,
    latestSessions: (limit) =>
      latestSessions(seen, limit, async (id) => (await deps.originals.find(id, deps.now()))?.text),
    show(id) {
      const request = seen.find(id)
      if (!request)
        throw new EngineError('request_not_found', `No request ${id} is remembered`, {
          hint: 'The latest requests are remembered while the daemon runs; see requests.list.',
        })
      const { previousId } = request
      return showRequest(request, previousId === undefined ? undefined : seen.find(previousId))
    },
  }
}

/** A row for what was folded outside any request. */
async function foldEntry(
  { tokenizer, now }: ConversationDeps,
  source: string,
  at: number,
  { text }: ToolResult,
  short: ShortResult,
): Promise<LedgerEntry> {
  const [before = 0, after = 0] = await tokenizer.count([text, short.text])
  return {
    at,
    kind: short.how,
    ref: short.id,
    source,
    chars: { before: text.length, after: short.text.length },
    tokens: { before, after },
    durationMs: now() - at,
    isFallback: false,
    warnings: [],
  }
}

/** What is asked back often stays; see `MaskSettings.protectAfterRecoveries`. */
function guardFor(
  { ledger, now, log }: ConversationDeps,
  { protectAfterRecoveries }: Pick<MaskSettings, 'protectAfterRecoveries'>,
): RegretGuard {
  return regretGuard({
    regret: () => countRegret(ledger, 0),
    now,
    minCount: protectAfterRecoveries,
    onError: (error) => log.warn('regret-not-counted', { cause: String(error) }),
  })
}
