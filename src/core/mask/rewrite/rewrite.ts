import type { Clock } from '../../../ports/clock.ts'
import { type Conversation, type Edit, isSealed } from '../../wire/conversation.ts'
import { isOfModel, type RecallPlaces } from '../entry/recall.ts'
import type { SentMemory } from '../entry/sent-memory.ts'
import { omissionsIn, waysBack } from '../entry/way-back.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import { type Observation, observations } from '../facts/turns.ts'
import { type MaskPolicy, policyLabel } from '../policy.ts'
import type { Seal } from '../seal.ts'
import type { CachePrices, PromptCache } from '../window/cache-cost.ts'
import type { Masked, Masking } from '../window/mask.ts'
import { type BatchChoice, chooseBatch } from './choose-batch.ts'
import {
  allTexts,
  type MaskedPart,
  type Part,
  placeOf,
  wholeOf,
  writeMasked,
} from './masked-parts.ts'
import type { PartPlaceholder } from './placeholder.ts'
import { isMaskRecord, maskedRecaller, type RecalledMasks } from './recall-masked.ts'

interface RewriteDeps {
  readonly memory: SentMemory
  /** Other daemons write records too: what is not there now may be there with the next request. */
  readonly isShared: boolean
  readonly now: Clock
  /** Makes sure that what leaves can be brought back. */
  readonly keep: (masked: readonly Masked[]) => Promise<void>
  /** What stands for a part. */
  readonly placeholder: PartPlaceholder
  /** Where what leaves lies as a file; absent where there are none. */
  readonly pathOf?: ((id: string) => string) | undefined
}

export interface RewriteTerms extends Omit<BatchChoice, 'prices' | 'placeholderChars'> {
  /** Without places everything is asked for. */
  readonly places?: RecallPlaces | undefined
  readonly cache: PromptCache
  /** Whether a batch may be masked now; what was masked before stays so in any case. */
  readonly mayCommit: boolean
  /** How this very history was sent before, where that is known. */
  readonly seal?: Seal | undefined
  /** How it is sent cannot be written down, though thinking may be signed over it. */
  readonly isUnwritten?: boolean
}

export interface Rewritten extends Masking {
  /** What the masked parts are recorded under. */
  readonly maskedKeys: readonly string[]
}

/** Masks old parts of a conversation in batches, each when it pays; what was masked once stays masked. */
export type Rewrite = (terms: RewriteTerms) => Promise<Rewritten>

const rememberedConversations = 4000

export function createRewrite(deps: RewriteDeps): Rewrite {
  /** When a conversation was last sent, by its first part. */
  const sentAt = new Map<string, number>()
  const recallMasked = maskedRecaller(deps)

  /** On record before the request leaves; where another was first, what it wrote stands. */
  async function commit(
    batch: readonly Part[],
    turn: number,
    masked: readonly MaskedPart[],
    { facts, policy, places, results }: RewriteTerms,
  ): Promise<readonly MaskedPart[]> {
    const omissions = omissionsIn(
      results,
      masked.map(({ record }) => record),
    )
    const ways = waysBack(deps.pathOf, omissions)
    const wanted = batch.map((part): MaskedPart => {
      const whole = wholeOf(part)
      const id = facts.idOf(whole)
      const text = deps.placeholder.text({ ...part, id, whole }, ways)
      const refersTo = part.kind === 'input' ? [bySeal, allTexts] : [bySeal]
      return { ...part, record: { key: part.key, text, refersTo, omissionId: id, turn } }
    })
    const writable = wanted.filter((part) => writeMasked(part, policyLabel(policy)) !== undefined)
    await deps.keep(writeParts(writable, policy).masked)
    const kept = await deps.memory.keep(
      writable.map(({ record }) => record),
      places?.records,
    )
    recallMasked.forget()
    const stands = new Map(kept.filter(isMaskRecord).map((record) => [record.key, record]))
    return writable.flatMap((part) => {
      const record = stands.get(part.key)
      return record ? [{ ...part, record }] : []
    })
  }

  /**
   * Once the cache is cold all is written again, whatever is sent. A conversation of which nothing is
   * on record was never sent by us: nothing is known of its cache, and a new session begins cold.
   */
  function pricesNow(
    { cache, results }: RewriteTerms,
    { parts: [first], masked }: Pick<RecalledMasks, 'parts' | 'masked'>,
  ): CachePrices {
    if (!first) return cache
    const before = sentAt.get(first.key)
    sentAt.delete(first.key)
    sentAt.set(first.key, deps.now())
    const [oldest] = sentAt.keys()
    if (sentAt.size > rememberedConversations && oldest !== undefined) sentAt.delete(oldest)
    const isKnown = masked.length > 0 || results.some(({ isRecorded }) => isRecorded)
    const isCold = before === undefined ? !isKnown : deps.now() - before > cache.lifeMs
    return isCold ? { read: cache.write, write: cache.write } : cache
  }

  return async (terms) => {
    const { conversation, facts, policy, mayCommit, places = {} } = terms
    const all = observations(conversation)
    const recalled = await recallMasked.find(all, facts, places)
    const { isComplete } = recalled
    const isBound = isSealed(conversation) || terms.isUnwritten === true
    const masked = standing(recalled.masked, terms.seal, isBound)
    const isFree = mayCommit && isComplete && !isBound && !terms.seal
    const prices = pricesNow(terms, { ...recalled, masked })
    const replies = isFree ? repliesIn(conversation) : []
    const placeholderChars = deps.placeholder.chars
    const batch = isFree ? chooseBatch({ ...terms, prices, placeholderChars }, masked, replies) : []
    const fresh = batch.length > 0 ? await commit(batch, replies.length, masked, terms) : []
    const gone = fresh.length > 0 ? [...masked, ...fresh] : masked
    return toRewritten(gone, policy, countRepeats(all, gone, facts))
  }
}

/** On masks that count in a signed history only where it was sent with them; older ones count always. */
const bySeal = 'seal'

/** A branch may have masked what this history, sent whole, was thought about. */
function standing(
  masked: readonly MaskedPart[],
  seal: Seal | undefined,
  isBound: boolean,
): readonly MaskedPart[] {
  if (!seal && !isBound) return masked
  const stands = masked.filter(({ key, record }) =>
    seal ? seal.isShort(key) : !record.refersTo.includes(bySeal),
  )
  return stands.length === masked.length ? masked : stands
}

/** For the very same parts what is written is the very same, too. */
const written = new WeakMap<readonly MaskedPart[], WrittenParts & { readonly label: string }>()

interface WrittenParts {
  readonly edits: readonly Edit[]
  readonly masked: readonly Masked[]
  readonly commits: number
}

function toRewritten(
  parts: readonly MaskedPart[],
  policy: MaskPolicy,
  repeatedCalls: number,
): Rewritten {
  const label = policyLabel(policy)
  const before = written.get(parts)
  const now = before?.label === label ? before : { ...writeParts(parts, policy), label }
  if (now !== before) written.set(parts, now)
  const { edits, masked, commits } = now
  return { edits, masked, commits, repeatedCalls, maskedKeys: parts.map(({ key }) => key) }
}

function writeParts(parts: readonly MaskedPart[], policy: MaskPolicy): WrittenParts {
  const label = policyLabel(policy)
  const now = withoutCovered(parts)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((part) => writeMasked(part, label))
    .filter((one) => one !== undefined)
  return {
    edits: now.map(({ edit }) => edit),
    masked: now.map((one) => one.masked),
    commits: new Set(parts.map(({ record }) => record.turn)).size,
  }
}

/** Where all that a call carried has left, the text it replaced has left with it. */
function withoutCovered(parts: readonly MaskedPart[]): readonly MaskedPart[] {
  const cleared = new Set(parts.filter(({ kind }) => kind === 'input').map(placeOf))
  return parts.filter((part) => part.kind !== 'replaced' || !cleared.has(placeOf(part)))
}

/** The places at which the model replied: each reply may be several entries. */
function repliesIn(conversation: Conversation): readonly number[] {
  const places: number[] = []
  let isReply = false
  let at = 0
  for (const entry of conversation) {
    const isModels = isOfModel(entry)
    if (isModels && !isReply) places.push(at)
    isReply = isModels
    at++
  }
  return places
}

/** How often the agent asked again for what had left. */
function countRepeats(
  all: readonly Observation[],
  masked: readonly MaskedPart[],
  facts: ResultFacts,
): number {
  if (masked.length === 0) return 0
  const leftAt = departures.get(masked) ?? departuresOf(masked, facts)
  departures.set(masked, leftAt)
  let first = Number.POSITIVE_INFINITY
  for (const turn of leftAt.values()) first = Math.min(first, turn)
  let count = 0
  for (const one of all)
    if (one.turn > first && one.turn > (leftAt.get(facts.callKey(one)) ?? one.turn)) count++
  return count
}

/** When each call's result first left, by the call; for the very same masks it is the same. */
const departures = new WeakMap<readonly MaskedPart[], ReadonlyMap<string, number>>()

function departuresOf(
  masked: readonly MaskedPart[],
  facts: ResultFacts,
): ReadonlyMap<string, number> {
  const leftAt = new Map<string, number>()
  for (const { kind, observation, record } of masked)
    if (kind === 'result') {
      const call = facts.callKey(observation)
      leftAt.set(call, Math.min(record.turn, leftAt.get(call) ?? Number.POSITIVE_INFINITY))
    }
  return leftAt
}
