import { EngineError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Log } from '../../ports/log.ts'
import type { OmissionFiles } from '../../ports/omission-files.ts'
import type { Ledger, LedgerEntry } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { SentResults } from '../../ports/store/sent-results.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { ConversationSpace } from '../traffic/conversation-memory.ts'
import type { Recognise } from '../traffic/conversations.ts'
import type { ModelRule } from '../traffic/model-rule.ts'
import { charsOf } from '../wire/conversation.ts'
import { detectFormat, type FormatName, wireFormat } from '../wire/wire-formats.ts'
import { applyEdits } from './apply-edits.ts'
import type { PromptCache } from './cache-cost.ts'
import { createEntrySieve } from './entry/entry.ts'
import { keepLeftOut, keepMaskedParts } from './entry/keep-left-out.ts'
import type { MarkerLocale } from './entry/marker.ts'
import { sentMemory } from './entry/sent-memory.ts'
import type { PruneOutput } from './entry/sieve-result.ts'
import { keepMasked } from './keep-masked.ts'
import { type Masked, maskConversation } from './mask.ts'
import { type MaskPolicyInput, resolvePolicy } from './policy.ts'
import { readSessions } from './read-session.ts'
import { countRegret, type RegretReport } from './regret.ts'
import { type RegretGuard, regretGuard } from './regret-guard.ts'
import { type ReplayReport, replayGrid, replayTexts } from './replay-grid.ts'
import { factMemo, rememberedFacts, resultFacts } from './result-facts.ts'
import { partPlaceholder } from './rewrite/placeholder.ts'
import { createRewrite } from './rewrite/rewrite.ts'
import { type SeenRequests, seenRequests } from './seen-requests.ts'
import { type ShownRequest, showRequest } from './show-request.ts'
import { createSieve, type RequestFacts, type Sieve, type Sieved } from './sieve-request.ts'
import { storedIds } from './stored-ids.ts'

export interface MaskSettings {
  readonly policy: MaskPolicyInput
  readonly ttlMs: number
  /** Leave out lines of a result that stand in an earlier one. */
  readonly echo: boolean
  /** Output of runs and pages shorter than this is never pruned; `undefined` prunes none. */
  readonly pruneMinChars: number | undefined
  readonly locale: MarkerLocale
  /** Whether old parts may be masked in batches. */
  readonly isRewriting: boolean
  /** Mend OpenAI chat messages before anything else. */
  readonly isRepairing: boolean
  /** Recoveries after which a tool's results stay; 0 for never. */
  readonly protectAfterRecoveries: number
}

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
  readonly prune: PruneOutput
  /** Whether other daemons use the same store. */
  readonly isShared: boolean
  /** A model's prompt cache, at prices relative to fresh input. */
  readonly cacheOf: (model: string) => PromptCache
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
  /** Masks a list of messages or items, by the configured policy and what `policy` adds to it. */
  mask(list: readonly unknown[], policy: MaskPolicyInput): Promise<MaskReport>
  /** What saved conversations would have cost under a grid of policies; nothing is kept or sent. */
  replay(request: ReplayInput): Promise<ReplayReport>
  /** How often what was left out was asked back, by sieve, tool and policy, most often first. */
  regret(since: number): Promise<RegretReport & { readonly protected_tools: readonly string[] }>
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
  readonly seen: Pick<SeenRequests, 'add' | 'list'>
  /** One of them, message by message. */
  show(id: string): ShownRequest
}

export interface ReplayInput {
  /** Names and texts of session files. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** What a cache costs. */
  readonly rule: ModelRule
  readonly ttlMs: number
}

export interface MaskReport {
  readonly messages: readonly unknown[]
  readonly masked: readonly MaskedSummary[]
  readonly stats: {
    readonly format: FormatName
    readonly messages: number
    readonly commits: number
    readonly repeated_calls: number
    readonly chars_before: number
    readonly chars_after: number
    readonly tokens_saved_est: number
  }
}

export interface MaskedSummary {
  readonly id: string
  readonly kind: Masked['kind']
  readonly tool_call_id: string
  readonly tool: string
  readonly chars: number
}

const rememberedChars = 32_000_000
/** About a hundred requests of a long session. */
const seenChars = 48_000_000
const rememberedCounts = 100_000

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

  function putInForce({
    policy: wanted,
    pruneMinChars,
    echo,
    locale,
    ...rest
  }: MaskSettings): InForce {
    const policy = resolvePolicy(wanted)
    const guard = rest.protectAfterRecoveries > 0 ? guardFor(deps, rest) : undefined
    const sieve = createSieve({
      ...deps,
      policy: () => policy,
      ttlMs: rest.ttlMs,
      stored,
      entry: createEntrySieve({
        memory,
        prune: pruneMinChars === undefined ? undefined : deps.prune,
        keepOriginals: (texts) => keepLeftOut(deps, texts),
        onNotKept: ({ code }) => deps.log.warn('omission-not-kept', { code }),
        wayBack: (id) => deps.omissionFiles?.pathOf(id) ?? `tamis recover ${id}`,
      }),
      entrySettings: { echo, pruneMinChars: pruneMinChars ?? 0, locale },
      rewrite: createRewrite({
        memory,
        isShared: deps.isShared,
        now: deps.now,
        keep: (masked) => keepMaskedParts(deps, masked),
        placeholder: partPlaceholder({ policy, locale, pathOf: deps.omissionFiles?.pathOf }),
      }),
      isRewriting: rest.isRewriting,
      keepsOvercome: wanted.keep_errors === true,
      cacheOf: deps.cacheOf,
      isRepairing: rest.isRepairing,
      guard,
    })
    return { sieve, guard }
  }
  let inForce = putInForce(settings)
  const seen = seenRequests(digest, seenChars)
  const freedById = new Map<string, number>()

  async function freedBy({ id, original, placeholder }: Masked): Promise<number> {
    const known = freedById.get(id)
    if (known !== undefined) return known
    const [before = 0, after = 0] = await tokenizer.count([original, placeholder])
    if (freedById.size >= rememberedCounts) freedById.clear()
    freedById.set(id, before - after)
    return before - after
  }

  async function freedByAll(masked: readonly Masked[]): Promise<number> {
    let sum = 0
    for (const one of masked) sum += freedById.get(one.id) ?? (await freedBy(one))
    return sum
  }

  return {
    sieve: (format, body, facts) => inForce.sieve(wireFormat(format), body, facts),
    configure(changed) {
      settings = changed
      inForce = putInForce(changed)
    },
    async mask(list, extra) {
      const format = detectFormat(list)
      if (!format) throw new EngineError('invalid_input', 'messages: this is no known wire format')
      const conversation = format.read(list)
      const merged = resolvePolicy({ ...settings.policy, ...extra })
      const masking = maskConversation(conversation, merged, resultFacts(digest))
      await keepMasked(deps, settings.ttlMs, masking.masked)
      const before = charsOf(conversation)
      const freed = masking.masked.reduce((sum, m) => sum + m.charsBefore - m.charsAfter, 0)
      return {
        messages: applyEdits(list, masking.edits),
        masked: masking.masked.map(({ id, kind, toolCallId, tool, charsBefore }) => ({
          id,
          kind,
          tool_call_id: toolCallId,
          tool,
          chars: charsBefore,
        })),
        stats: {
          format: format.name,
          messages: list.length,
          commits: masking.commits,
          repeated_calls: masking.repeatedCalls,
          chars_before: before,
          chars_after: before - freed,
          tokens_saved_est: await freedByAll(masking.masked),
        },
      }
    },
    async replay({ files, rule, ttlMs }) {
      const sessions = files.flatMap(({ name, text }) => readSessions(name, text))
      const texts = replayTexts(sessions)
      const counts = await tokenizer.count(texts)
      const tokensOf = new Map(texts.map((text, index) => [text, counts[index] ?? 0]))
      const facts = rememberedFacts(digest)(factMemo(rememberedChars))
      return replayGrid({ sessions, rule, ttlMs }, tokensOf, facts)
    },
    async regret(since) {
      const report = await countRegret(ledger, since)
      return { ...report, protected_tools: inForce.guard?.tools() ?? [] }
    },
    async freedTokens({ masked, pruned: shortened }) {
      if (masked.length + shortened.length === 0) return 0
      const texts = shortened.flatMap(({ before, after }) => [before, after])
      const counts = await tokenizer.count(texts)
      const byPruning = counts.reduce((sum, n, index) => sum + (index % 2 === 0 ? n : -n), 0)
      return (await freedByAll(masked)) + byPruning
    },
    record: (entries) => ledger.append(entries),
    forgetKept() {
      stored.clear()
      memory.clear()
      inForce = putInForce(settings)
    },
    space: deps.space,
    seen,
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
