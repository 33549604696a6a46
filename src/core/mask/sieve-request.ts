import { EngineError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Originals } from '../../ports/store/originals.ts'
import { memoized } from '../text/memoized.ts'
import type { Change } from '../traffic/bill-request.ts'
import { facet } from '../traffic/conversation-memory.ts'
import type { Recognised } from '../traffic/conversations.ts'
import { type Conversation, charsOf, type Edit, isSealed } from '../wire/conversation.ts'
import type { WireFormat } from '../wire/wire.ts'
import type { PromptCache } from './cache-cost.ts'
import { changesOf } from './changes-of.ts'
import { editWriter, type WrittenBody, wholeBody } from './edit-writer.ts'
import { copiedMarkers } from './entry/copied-markers.ts'
import type { EntrySieve } from './entry/entry.ts'
import type { Recalled, RecallPlaces } from './entry/recall.ts'
import {
  asSent,
  referrals,
  type ShortenedResult,
  shortenedResults,
} from './entry/shortened-results.ts'
import type { EntrySettings } from './entry/sieve-result.ts'
import { countLastEdits, type EditsMade } from './ground/last-edits.ts'
import { standIns } from './ground/stand-ins.ts'
import { keepMasked } from './keep-masked.ts'
import { type Masked, type Masking, maskConversation } from './mask.ts'
import type { MaskPolicy } from './policy.ts'
import {
  type RequestFacts,
  type RequestRead,
  type RequestReaderDeps,
  requestReader,
} from './read-request.ts'
import type { RegretGuard } from './regret-guard.ts'
import type { ConversationResets } from './reset-conversation.ts'
import { type FactMemo, factMemo, type ResultFacts, rememberedFacts } from './result-facts.ts'
import type { Rewrite } from './rewrite/rewrite.ts'
import type { StoredIds } from './stored-ids.ts'

export interface SieveDeps extends RequestReaderDeps {
  readonly originals: Pick<Originals, 'keep'>
  readonly digest: Digest
  readonly now: Clock
  /** Asked for each request. */
  readonly policy: () => MaskPolicy
  /** How long a masked result can be brought back. */
  readonly ttlMs: number
  readonly stored: StoredIds
  /** What was left out earlier could not be kept anew. */
  readonly onNotKept: (error: EngineError) => void
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

/** A request body after the sieves, and what they did. */
export interface Sieved {
  /** The body to send; the very same string when nothing changed. */
  readonly body: string
  /** The same body in two parts, of which the first is most likely that of the request before. */
  readonly parts: WrittenBody
  readonly model: string
  readonly masked: readonly Masked[]
  /** Results that are sent shorter than they came. */
  readonly pruned: readonly ShortenedResult[]
  readonly commits: number
  readonly repeatedCalls: number
  /** Calls that carry a marker of ours as if it were the text it stands for. */
  readonly copiedMarkers: number
  /** New results with markers that are not ours, which were defused. */
  readonly foreignMarkers: number
  /** What the model edited in the reply before this request, as far as it could see it. */
  readonly edits: EditsMade
  /** How many things were mended. */
  readonly repaired: number
  /** Characters of the messages, as the model reads them. */
  readonly chars: { readonly before: number; readonly after: number }
  readonly conversation: Recognised
  /** What stands in place of what came, message by message. */
  readonly changes: readonly Change[]
}

interface Allowed {
  readonly isOn: boolean
  /** Whether what was left out before stays so though taking it back would break nothing. */
  readonly isHolding: boolean
  /** Whether what was sent before may change. */
  readonly isRewriting: boolean
  readonly isEchoing: boolean
}

export type Sieve = (format: WireFormat, body: string, facts?: RequestFacts) => Promise<Sieved>

/** What of a conversation is not sent as it came. */
interface LeftOut {
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

/** Repeats what was sent, masks, then decides about new results. What leaves is kept before this resolves, so that every id can be brought back. */
export function createSieve(deps: SieveDeps): Sieve {
  const { stored } = deps
  const factsOf = rememberedFacts(deps.digest)
  const read = requestReader(deps)
  const write = editWriter()

  async function keep(masked: readonly Masked[]): Promise<void> {
    const unkept = stored.missing(masked)
    if (unkept.length === 0) return
    await keepMasked(deps, deps.ttlMs, unkept)
    for (const { id } of unkept) stored.add(id)
  }

  /** What was masked earlier was kept then: that it is not kept anew takes nothing out of reach today. */
  async function renew(masked: readonly Masked[]): Promise<void> {
    try {
      await keep(masked)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      deps.onNotKept(error)
    }
  }

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

  /** What of a conversation leaves, and what is sent shorter. */
  async function leaveOut(
    { conversation, recognised: { id, memory, parent }, model, isRemembered }: RequestRead,
    { isOn, isHolding, isRewriting, isEchoing }: Allowed,
  ): Promise<LeftOut> {
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

  return async (format, came, facts = {}) => {
    const asked = read(format, came, facts)
    const { body, model, check, recognised, conversation, repaired, forbidden } = asked
    const { mode = 'sieve' } = facts
    const isOn = mode === 'sieve' && deps.policy().enabled
    const copied = copiedMarkers(conversation)
    const isEchoing = deps.entrySettings.echo && copied === 0 && !asked.hidesResults()
    const isRewriting = isOn && forbidden !== 'rewriting'
    const { masking, shortened, foreignMarkers } =
      forbidden === 'changes'
        ? nothingLeftOut
        : await leaveOut(asked, { isOn, isHolding: mode === 'hold', isRewriting, isEchoing })
    const before = charsOf(conversation)
    const edits =
      shortened.length === 0
        ? masking.edits
        : [...masking.edits, ...shortened.map(({ edit }) => edit)]
    if (edits.length > 0) check()
    if (masking.masked.length > 0) await (isOn ? keep(masking.masked) : renew(masking.masked))
    const parts = write(recognised.memory, format.field, body, edits)
    const changes = changesOf(conversation, masking, shortened)
    const sentAs = standIns(recognised.memory, masking, shortened)
    return {
      body: wholeBody(parts),
      parts,
      model,
      masked: masking.masked,
      pruned: shortened,
      commits: masking.commits,
      repeatedCalls: masking.repeatedCalls,
      copiedMarkers: copied,
      foreignMarkers,
      edits: countLastEdits(recognised.memory, conversation, sentAs),
      repaired,
      chars: { before, after: before - freedChars(changes) },
      conversation: recognised,
      changes,
    }
  }
}

const pathsOf = memoized((edits: readonly Edit[]) => new Set(edits.map(({ path }) => path)))

function withTools(policy: MaskPolicy, tools: readonly string[]): MaskPolicy {
  if (tools.length === 0) return policy
  return { ...policy, protected_tools: [...policy.protected_tools, ...tools] }
}

const unmasked: Masking = { edits: [], masked: [], commits: 0, repeatedCalls: 0 }
const nothingLeftOut: LeftOut = { masking: unmasked, shortened: [], foreignMarkers: 0 }

function freedChars(changes: readonly Change[]): number {
  let sum = 0
  for (const change of changes) sum += change.freedChars
  return sum
}
