import type { Digest } from '../../ports/digest.ts'
import { memoized } from '../text/content-memo.ts'
import { facet } from '../traffic/conversation-memory.ts'
import { type Conversation, type Edit, isSealed } from '../wire/conversation.ts'
import type { EntrySieve } from './entry/entry.ts'
import type { Recalled, RecallPlaces } from './entry/recall.ts'
import {
  asSent,
  referrals,
  type ShortenedResult,
  shortenedResults,
} from './entry/shortened-results.ts'
import type { EntrySettings } from './entry/sieve-result.ts'
import { type FactMemo, factMemo, type ResultFacts, rememberedFacts } from './facts/result-facts.ts'
import type { RegretGuard } from './kept/regret-guard.ts'
import type { MaskPolicy } from './policy.ts'
import type { RequestRead } from './request/read-request.ts'
import type { ConversationResets } from './reset-conversation.ts'
import type { Rewrite, Rewritten } from './rewrite/rewrite.ts'
import { type FindHistory, type Seal, sealedResults } from './seal.ts'
import type { PromptCache } from './window/cache-cost.ts'
import { type Masking, maskConversation } from './window/mask.ts'

/** What it takes to decide what of a request is not sent. */
export interface LeaveOutDeps {
  readonly digest: Digest
  /** Asked for each request. */
  readonly policy: () => MaskPolicy
  readonly entry: EntrySieve
  readonly entrySettings: EntrySettings
  readonly rewrite: Rewrite
  readonly resets: Pick<ConversationResets, 'isReset'>
  readonly seals: FindHistory
  /** Whether old parts may be masked in batches. */
  readonly isRewriting: boolean
  /** Errors stay though a later run of the same call went well. */
  readonly keepsOvercome: boolean
  /** Fewest turns between two batches. */
  readonly everyTurns: number
  /** What calls carried into files that nobody works on leaves from this size on. */
  readonly idleInputChars: number
  /** A model's prompt cache, at prices relative to fresh input. */
  readonly cacheOf: (model: string) => PromptCache
  /** Absent: what is asked back changes nothing. */
  readonly guard?: RegretGuard | undefined
}

/** What may be done with one request. */
interface Allowed {
  readonly isOn: boolean
  /** Whether what was left out before stays so though taking it back would break nothing. */
  readonly isHolding: boolean
  /** Whether what was sent before may change. */
  readonly isRewriting: boolean
  readonly isEchoing: boolean
  /** Whether the answer may hold thinking that is signed over all of it. */
  readonly mayBeSigned: boolean
}

/** What of a conversation is not sent unchanged. */
interface LeftOut {
  readonly masking: Masking
  readonly shortened: readonly ShortenedResult[]
  readonly foreignMarkers: number
  /** What all of this is recorded under. */
  readonly shortKeys: readonly string[]
}

interface MaskTerms {
  readonly facts: ResultFacts
  readonly model: string
  readonly mayRewrite: boolean
  readonly places: RecallPlaces
  readonly seal: Seal | undefined
  readonly isUnwritten: boolean
}

type SealedTerms = Omit<MaskTerms, 'model' | 'mayRewrite'>

/** How much text the facts of one conversation may hold on to. */
const rememberedChars = 32_000_000

const memoFacet = facet<FactMemo>('facts')

/** Repeats what was left out before, masks, then decides about new results. */
export function leavingOut(
  deps: LeaveOutDeps,
): (asked: RequestRead, allowed: Allowed) => LeftOut | Promise<LeftOut> {
  const factsOf = rememberedFacts(deps.digest)

  /** A window that slides on every turn is the contract's, and needs no record: it is found anew each time. */
  function mask(
    conversation: Conversation,
    { results, isComplete }: Recalled,
    { model, mayRewrite, ...terms }: MaskTerms,
  ): Rewritten | Promise<Rewritten> {
    const policy = withTools(deps.policy(), deps.guard?.tools() ?? [])
    if (policy.commit_every_turns === 1)
      return mayRewrite
        ? slide(asSent(conversation, results), policy, terms.facts, referrals(results))
        : unmasked
    return deps.rewrite({
      ...terms,
      conversation,
      policy,
      keepsOvercome: deps.keepsOvercome,
      everyTurns: deps.everyTurns,
      idleInputChars: deps.idleInputChars,
      cache: deps.cacheOf(model),
      results,
      mayCommit: mayRewrite && isComplete && deps.isRewriting,
    })
  }

  async function leaveOut(
    { seal, ...found }: SealedTerms,
    { conversation, recognised: { id }, model }: RequestRead,
    { isOn, isHolding, isRewriting, isEchoing }: Allowed,
  ): Promise<LeftOut> {
    const { facts, places } = found
    if (!isOn && !isHolding && !seal && !isSealed(conversation)) return nothingLeftOut
    const isReset = await deps.resets.isReset({ id, conversation, facts, places })
    const recalled = sealedResults(await deps.entry.recall(conversation, facts, places), seal)
    const terms = { ...found, seal, model, mayRewrite: isRewriting && !isReset }
    const { maskedKeys, ...masking } = await mask(conversation, recalled, terms)
    const masked = pathsOf(masking.edits)
    const settings = isEchoing ? deps.entrySettings : { ...deps.entrySettings, echo: false }
    const results = isOn
      ? await deps.entry.decide(recalled, {
          conversation,
          facts,
          settings,
          places,
          placeholders: masking.masked.map(({ id, placeholder }) => ({
            text: placeholder,
            omissionId: id,
          })),
          isMasked: ({ result }) => masked.has(result.contentPath),
        })
      : recalled.results
    return {
      masking,
      shortened: shortenedResults(results, (path) => masked.has(path)),
      foreignMarkers: results.filter(({ isDefused }) => isDefused).length,
      shortKeys: [...maskedKeys, ...results.filter(({ sent }) => sent).map(({ key }) => key)],
    }
  }

  async function decide(asked: RequestRead, allowed: Allowed): Promise<LeftOut> {
    const { conversation, recognised, isRemembered } = asked
    const { memory, parent } = recognised
    const memo = memory.get(memoFacet) ?? factMemo(rememberedChars)
    const facts = factsOf(memo)
    const places = { remembered: isRemembered ? memory : undefined, records: { memory, parent } }
    const history = deps.seals({ conversation, facts, places, mayBeSigned: allowed.mayBeSigned })
    // Only what tools printed, and what they were asked for, is ever left out.
    if (!history && !parent && !hasResults(conversation)) return nothingLeftOut
    const seal = await history?.find()
    const terms = { facts, places, seal, isUnwritten: false }
    const leftOut = await leaveOut(terms, asked, allowed)
    memory.set(memoFacet, memo, memo.chars())
    if (!history || seal || isSealed(conversation)) return leftOut
    const stands = await history.keep(leftOut.shortKeys)
    if (stands?.isExactly(leftOut.shortKeys)) return leftOut
    // Another was first; or nobody will know of it, and then masks do not count in it.
    return leaveOut({ ...terms, seal: stands, isUnwritten: !stands }, asked, allowed)
  }

  return (asked, allowed) => (isWordsOnly(asked) ? nothingLeftOut : decide(asked, allowed))
}

/** Nothing to decide, and nothing that could have been decided before. */
function isWordsOnly({ conversation, recognised: { parent } }: RequestRead): boolean {
  return !parent && conversation.every(({ kind }) => kind === 'text')
}

/** The contract's window, which has no records. */
function slide(...terms: Parameters<typeof maskConversation>): Rewritten {
  return { ...maskConversation(...terms), maskedKeys: [] }
}

function hasResults(conversation: Conversation): boolean {
  for (const { kind } of conversation) if (kind === 'result') return true
  return false
}

const pathsOf = memoized((edits: readonly Edit[]) => new Set(edits.map(({ path }) => path)))

function withTools(policy: MaskPolicy, tools: readonly string[]): MaskPolicy {
  if (tools.length === 0) return policy
  return { ...policy, protected_tools: [...policy.protected_tools, ...tools] }
}

const nothingMasked = { edits: [], masked: [], commits: 0, repeatedCalls: 0 }
const unmasked: Rewritten = { ...nothingMasked, maskedKeys: [] }

/** When nothing is left out. */
export const nothingLeftOut: LeftOut = {
  masking: nothingMasked,
  shortened: [],
  foreignMarkers: 0,
  shortKeys: [],
}
