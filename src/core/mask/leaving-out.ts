import type { Digest } from '../../ports/digest.ts'
import { memoized } from '../text/memoized.ts'
import { facet } from '../traffic/conversation-memory.ts'
import { type Conversation, type Edit, isSealed } from '../wire/conversation.ts'
import type { PromptCache } from './cache-cost.ts'
import type { EntrySieve } from './entry/entry.ts'
import type { Recalled, RecallPlaces } from './entry/recall.ts'
import {
  asSent,
  referrals,
  type ShortenedResult,
  shortenedResults,
} from './entry/shortened-results.ts'
import type { EntrySettings } from './entry/sieve-result.ts'
import { type Masking, maskConversation } from './mask.ts'
import type { MaskPolicy } from './policy.ts'
import type { RequestRead } from './read-request.ts'
import type { RegretGuard } from './regret-guard.ts'
import type { ConversationResets } from './reset-conversation.ts'
import { type FactMemo, factMemo, type ResultFacts, rememberedFacts } from './result-facts.ts'
import type { Rewrite } from './rewrite/rewrite.ts'

/** What it takes to decide what of a request is not sent. */
export interface LeaveOutDeps {
  readonly digest: Digest
  /** Asked for each request. */
  readonly policy: () => MaskPolicy
  readonly entry: EntrySieve
  readonly entrySettings: EntrySettings
  readonly rewrite: Rewrite
  readonly resets: Pick<ConversationResets, 'isReset'>
  /** Whether old parts may be masked in batches. */
  readonly isRewriting: boolean
  /** Errors stay though a later run of the same call went well. */
  readonly keepsOvercome: boolean
  /** Fewest turns between two batches. */
  readonly everyTurns: number
  /** Smaller conversations are left alone while their cache is warm. */
  readonly minWarmTokens: number
  /** A model's prompt cache, at prices relative to fresh input. */
  readonly cacheOf: (model: string) => PromptCache
  /** Absent: what is asked back changes nothing. */
  readonly guard?: RegretGuard | undefined
}

/** What may be done with one request. */
export interface Allowed {
  readonly isOn: boolean
  /** Whether what was left out before stays so though taking it back would break nothing. */
  readonly isHolding: boolean
  /** Whether what was sent before may change. */
  readonly isRewriting: boolean
  readonly isEchoing: boolean
}

/** What of a conversation is not sent as it came. */
export interface LeftOut {
  readonly masking: Masking
  readonly shortened: readonly ShortenedResult[]
  readonly foreignMarkers: number
}

interface MaskTerms {
  readonly facts: ResultFacts
  readonly model: string
  readonly mayRewrite: boolean
  readonly places: RecallPlaces
}

/** How much text the facts of one conversation may hold on to. */
const rememberedChars = 32_000_000

const memoFacet = facet<FactMemo>('facts')

/** Repeats what was left out before, masks, then decides about new results. */
export function leavingOut(
  deps: LeaveOutDeps,
): (asked: RequestRead, allowed: Allowed) => Promise<LeftOut> {
  const factsOf = rememberedFacts(deps.digest)

  /** A window that slides on every turn is the contract's, and needs no record: it is found anew each time. */
  function mask(
    conversation: Conversation,
    { results, isComplete }: Recalled,
    { facts, model, mayRewrite, places }: MaskTerms,
  ): Masking | Promise<Masking> {
    const policy = withTools(deps.policy(), deps.guard?.tools() ?? [])
    if (policy.commit_every_turns === 1)
      return mayRewrite
        ? maskConversation(asSent(conversation, results), policy, facts, referrals(results))
        : unmasked
    return deps.rewrite({
      conversation,
      facts,
      policy,
      keepsOvercome: deps.keepsOvercome,
      everyTurns: deps.everyTurns,
      minWarmTokens: deps.minWarmTokens,
      cache: deps.cacheOf(model),
      results,
      places,
      mayCommit: mayRewrite && isComplete && deps.isRewriting,
    })
  }

  return async (
    { conversation, recognised: { id, memory, parent }, model, isRemembered },
    { isOn, isHolding, isRewriting, isEchoing },
  ) => {
    const memo = memory.get(memoFacet) ?? factMemo(rememberedChars)
    const facts = factsOf(memo)
    if (!isOn && !isHolding && !isSealed(conversation)) return nothingLeftOut
    const places = { remembered: isRemembered ? memory : undefined, records: { memory, parent } }
    const isReset = await deps.resets.isReset({ id, conversation, facts, places })
    const recalled = await deps.entry.recall(conversation, facts, places)
    const terms = { facts, model, mayRewrite: isRewriting && !isReset, places }
    const masking = await mask(conversation, recalled, terms)
    const masked = pathsOf(masking.edits)
    const settings = isEchoing ? deps.entrySettings : { ...deps.entrySettings, echo: false }
    const results = isOn
      ? await deps.entry.decide(recalled, {
          conversation,
          facts,
          settings,
          places,
          isMasked: ({ result }) => masked.has(result.contentPath),
        })
      : recalled.results
    memory.set(memoFacet, memo, memo.chars())
    return {
      masking,
      shortened: shortenedResults(results, (path) => masked.has(path)),
      foreignMarkers: results.filter(({ isDefused }) => isDefused).length,
    }
  }
}

const pathsOf = memoized((edits: readonly Edit[]) => new Set(edits.map(({ path }) => path)))

function withTools(policy: MaskPolicy, tools: readonly string[]): MaskPolicy {
  if (tools.length === 0) return policy
  return { ...policy, protected_tools: [...policy.protected_tools, ...tools] }
}

const unmasked: Masking = { edits: [], masked: [], commits: 0, repeatedCalls: 0 }

/** When nothing is left out. */
export const nothingLeftOut: LeftOut = { masking: unmasked, shortened: [], foreignMarkers: 0 }
