import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { RequestArchive } from '../../ports/files/request-archive.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import type { SentResults } from '../../ports/store/sent-results.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { ConversationSpace } from '../traffic/conversation-memory.ts'
import { type FormatName, wireFormat } from '../wire/wire-formats.ts'
import { configuredSieve, type SieveGround } from './configured-sieve.ts'
import { enterOutside } from './enter-outside.ts'
import type { ShortResult, ToolResult } from './entry/enter-result.ts'
import { sentMemory } from './entry/sent-memory.ts'
import { freedTokens } from './freed-tokens.ts'
import { keepMasked } from './kept/keep-masked.ts'
import { countRegret, type RegretReport } from './kept/regret.ts'
import { storedIds } from './kept/stored-ids.ts'
import type { MaskSettings } from './mask-settings.ts'
import { type MaskPolicyInput, resolvePolicy } from './policy.ts'
import type { BodyText } from './request/body-text.ts'
import type { RequestFacts } from './request/read-request.ts'
import { conversationResets } from './reset-conversation.ts'
import { originalList } from './seen/original-list.ts'
import { type SeenRequests, seenRequests } from './seen/seen-requests.ts'
import { type ShownRequest, showRequest } from './seen/show-request.ts'
import type { Sieved } from './sieve-request.ts'
import { type MaskReport, maskList } from './window/mask-list.ts'

interface ConversationDeps extends SieveGround {
  readonly tokenizer: Tokenizer
  readonly sentResults: SentResults
  /** Where whole requests outlive a restart; absent: nowhere. */
  readonly requestArchive?: RequestArchive | undefined
  readonly settings: MaskSettings
}

/** What Tamis does with conversations, for the proxy and for clients that do their own calling. */
export interface Conversations {
  /**
   * A request body after masking and pruning; what left is kept before this resolves. `model` is the
   * one its address names, if it names any.
   */
  sieve(format: FormatName, body: string | BodyText, facts?: RequestFacts): Promise<Sieved>
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
  freedTokens(sieved: Pick<Sieved, 'masked' | 'pruned'>): Promise<number>
  record(entries: readonly LedgerEntry[]): Promise<void>
  /** The originals were purged: what is left out from now on is kept anew. */
  forgetKept(): void
  /** Sieves by other settings from the next request on. */
  configure(settings: MaskSettings): void
  /** Where conversations are remembered, for those who remember more of them. */
  readonly space: Pick<ConversationSpace, 'recent'>
  /** The latest requests, while this process lives. */
  readonly seen: Pick<SeenRequests, 'add' | 'complete' | 'list' | 'has' | 'titleOf'>
  /** The newest request of each of the latest conversations, as their agents wrote them. */
  latestSessions(limit: number): Promise<readonly SeenSession[]>
  /** One of them, message by message. */
  show(id: string): ShownRequest
}

/** About a hundred requests of a long session. */
const seenChars = 48_000_000

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
  const memories = { memory, resets, stored }
  let inForce = configuredSieve(deps, memories, settings)
  const seen = seenRequests(digest, seenChars, { archive: deps.requestArchive })
  seen
    .restore()
    .catch((error: unknown) => deps.log.warn('requests-not-restored', { cause: String(error) }))
  const freed = freedTokens(tokenizer)

  return {
    sieve: (format, body, facts) => inForce.sieve(wireFormat(format), body, facts),
    configure(changed) {
      settings = changed
      inForce = configuredSieve(deps, memories, changed)
    },
    enter: (source, result) => enterOutside(deps, settings, source, result),
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
      inForce = configuredSieve(deps, memories, settings)
    },
    space: deps.space,
    seen,
    latestSessions: (limit) =>
      latestSessions(seen, limit, async (id) => (await deps.originals.find(id, deps.now()))?.text),
    show(id) {
      const request = seen.find(id)
      if (!request)
        throw new EngineError('request_not_found', phrase`No request ${id} is remembered`, {
          hint: 'The latest requests are remembered while the daemon runs; see requests.list.',
        })
      const { previousId } = request
      return showRequest(request, previousId === undefined ? undefined : seen.find(previousId))
    },
  }
}

/** A conversation that went through the proxy, as far as it is remembered. */
interface SeenSession {
  readonly id: string
  readonly model: string
  readonly messages: readonly unknown[]
}

/** The newest request of each of the latest conversations, as their agents wrote them. */
async function latestSessions(
  seen: Pick<SeenRequests, 'list' | 'find'>,
  limit: number,
  findOriginal: (id: string) => Promise<string | undefined>,
): Promise<readonly SeenSession[]> {
  const newest = new Map<string, string>()
  for (const { id, conversation } of seen.list())
    if (!newest.has(conversation)) newest.set(conversation, id)
  const found = [...newest.values()].slice(0, limit).flatMap((id) => seen.find(id) ?? [])
  const sessions: SeenSession[] = []
  for (const request of found)
    sessions.push({
      id: request.conversation,
      model: request.sieved.model,
      messages: await originalList(request, findOriginal),
    })
  return sessions
}
