import type { Clock } from '../../../ports/clock.ts'
import type { SentResult } from '../../../ports/store/sent-results.ts'
import { type Conversation, isSealed } from '../../wire/conversation.ts'
import type { CachePrices, PromptCache } from '../cache-cost.ts'
import { isOfModel } from '../entry/recall.ts'
import type { SentMemory } from '../entry/sent-memory.ts'
import type { Masked, Masking } from '../mask.ts'
import { type MaskPolicy, policyLabel } from '../policy.ts'
import type { ResultFacts } from '../result-facts.ts'
import { type Observation, observations } from '../turns.ts'
import { type BatchChoice, chooseBatch } from './choose-batch.ts'
import {
  type MaskedPart,
  type Part,
  partsOf,
  placeOf,
  wholeOf,
  writeMasked,
} from './masked-parts.ts'

export interface RewriteDeps {
  readonly memory: SentMemory
  /** Other daemons write records too: what is not there now may be there with the next request. */
  readonly isShared: boolean
  readonly now: Clock
  /** Makes sure that what leaves can be brought back. */
  readonly keep: (masked: readonly Masked[]) => Promise<void>
  /** The text that stands for a part. */
  readonly placeholder: (part: Part & { readonly id: string; readonly whole: string }) => string
}

export interface RewriteTerms extends Omit<BatchChoice, 'prices'> {
  readonly cache: PromptCache
  /** Whether a batch may be masked now; what was masked before stays so in any case. */
  readonly mayCommit: boolean
}

/** Masks old parts of a conversation in batches, each when it pays; what was masked once stays masked. */
export type Rewrite = (terms: RewriteTerms) => Promise<Masking>

const rememberedConversations = 4000

export function createRewrite(deps: RewriteDeps): Rewrite {
  /** When a conversation was last sent, by its first part. */
  const sentAt = new Map<string, number>()

  async function recallMasked(parts: readonly Part[]) {
    const { records, isComplete } = await deps.memory.find(
      parts.map(({ key }) => ({ key, isSettled: !deps.isShared })),
    )
    const masked = parts.flatMap((part): readonly MaskedPart[] => {
      const record = records.get(part.key)
      return record && isMaskRecord(record) ? [{ ...part, record }] : []
    })
    return { masked, isComplete }
  }

  /** On record before the request leaves; another daemon may have been first. */
  async function commit(
    batch: readonly Part[],
    turn: number,
    { facts, policy }: RewriteTerms,
  ): Promise<readonly MaskedPart[]> {
    const wanted = batch.map((part): MaskedPart => {
      const whole = wholeOf(part)
      const id = facts.idOf(whole)
      const text = deps.placeholder({ ...part, id, whole })
      return { ...part, record: { key: part.key, text, refersTo: [], omissionId: id, turn } }
    })
    const writable = wanted.filter((part) => writeMasked(part, policyLabel(policy)) !== undefined)
    await deps.keep(written(writable, policy).map(({ masked }) => masked))
    const stands = await deps.memory.keep(writable.map(({ record }) => record))
    return stands ? writable : []
  }

  /**
   * Once the cache is cold all is written again, whatever is sent. A conversation of which nothing is
   * on record was never sent by us: nothing is known of its cache, and a new session begins cold.
   */
  function pricesNow(
    { cache, results }: RewriteTerms,
    parts: readonly Part[],
    masked: readonly MaskedPart[],
  ): CachePrices {
    const [first] = parts
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
    const { conversation, facts, policy, mayCommit } = terms
    const all = observations(conversation)
    const parts = partsOf(all, facts)
    const { masked, isComplete } = await recallMasked(parts)
    const isFree = mayCommit && isComplete && !isSealed(conversation)
    const replies = repliesIn(conversation)
    const prices = pricesNow(terms, parts, masked)
    const batch = isFree ? chooseBatch({ ...terms, prices }, masked, replies) : []
    const fresh = batch.length > 0 ? await commit(batch, replies.length, terms) : []
    const gone = [...masked, ...fresh].toSorted((a, b) => placeOf(a) - placeOf(b))
    const now = written(gone, policy)
    return {
      edits: now.map(({ edit }) => edit),
      masked: now.map((one) => one.masked),
      commits: new Set(gone.map(({ record }) => record.turn)).size,
      repeatedCalls: countRepeats(all, gone, facts),
    }
  }
}

function isMaskRecord(record: SentResult): record is MaskedPart['record'] {
  return record.text !== null && record.omissionId !== null
}

function written(parts: readonly MaskedPart[], policy: MaskPolicy) {
  return parts
    .map((part) => writeMasked(part, policyLabel(policy)))
    .filter((one) => one !== undefined)
}

/** The places at which the model replied: each reply may be several entries. */
function repliesIn(conversation: Conversation): readonly number[] {
  const places: number[] = []
  let isReply = false
  for (const [at, entry] of conversation.entries()) {
    const isModels = isOfModel(entry)
    if (isModels && !isReply) places.push(at)
    isReply = isModels
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
  const leftAt = new Map<string, number>()
  for (const { kind, observation, record } of masked)
    if (kind === 'result') {
      const call = facts.callKey(observation)
      leftAt.set(call, Math.min(record.turn, leftAt.get(call) ?? Number.POSITIVE_INFINITY))
    }
  return all.filter(
    (one) => one.turn > (leftAt.get(facts.callKey(one)) ?? Number.POSITIVE_INFINITY),
  ).length
}
