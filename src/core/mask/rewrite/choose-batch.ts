import { memoized } from '../../text/content-memo.ts'
import { type Conversation, charsPerToken } from '../../wire/conversation.ts'
import { charsOfMarker } from '../entry/echo/leave-out-echoes.ts'
import { markerChars } from '../entry/marker.ts'
import type { Entered } from '../entry/recall.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import { observations } from '../facts/turns.ts'
import type { MaskPolicy } from '../policy.ts'
import type { CachePrices, PromptCache } from '../window/cache-cost.ts'
import { type PromptCost, selectBatch } from '../window/select-batch.ts'
import { type CandidateTerms, findCandidates } from './candidates.ts'
import { replacedChars } from './clear-replaced.ts'
import { carriedChars, type MaskedPart, type Part, placeOf, toPart } from './masked-parts.ts'
import { type MaskedPlace, savedSoFar } from './saved-so-far.ts'

/** What decides about a batch. */
export interface BatchChoice {
  readonly conversation: Conversation
  readonly facts: ResultFacts
  readonly policy: MaskPolicy
  readonly keepsOvercome: boolean
  /** Fewest turns between two batches. */
  readonly everyTurns: number
  /** About what a placeholder takes, whatever it names. */
  readonly placeholderChars: number
  /** What calls carried into files that nobody works on leaves from this size on. */
  readonly idleInputChars: number
  readonly prices: CachePrices
  /** What long prompts cost, and how long one may be. */
  readonly cache: Pick<PromptCache, 'steps' | 'windowTokens'>
  /** What is sent for the results so far. */
  readonly results: readonly Entered[]
}

/** A conversation is taken to last a quarter longer than it has lasted: a constant of the version. */
const shareAhead = 0.25
/** From this share of a model's window on, what is not masked ends the conversation. */
const fullWindow = 0.85

/** The parts that pay for leaving now. What that costs is never more than the conversation has saved so far. */
export function chooseBatch(
  choice: BatchChoice,
  masked: readonly MaskedPart[],
  replies: readonly number[],
): readonly Part[] {
  const { conversation, facts, policy, prices, results, everyTurns } = choice
  const lastSent = replies.at(-1) ?? 0
  const lastCommit = Math.max(...masked.map(({ record }) => record.turn), -everyTurns)
  if (replies.length - lastCommit < everyTurns) return []
  const sent = sentSizes(conversation, results)
  const replaced = freedByReplaced(masked)
  const places = masked.map((part) => toMaskedPlace(part, sent, replaced))
  const now = [...sent]
  for (const { at, freedChars } of places) now[at] = (now[at] ?? 0) - freedChars
  const charsFrom = sizesFrom(now, lastSent)
  if (charsFrom(0) < policy.min_context_tokens * charsPerToken) return []
  const gone = new Set(masked.map(({ key }) => key))
  const all = observations(conversation)
  const candidates = findCandidates({
    ...choice,
    observations: all,
    charsAt: (at) => now[at] ?? 0,
    isMasked: (kind, observation) => gone.has(toPart(kind, observation, facts).key),
    ...references(results),
  }).filter(({ at }) => at < lastSent)
  const prompt = promptCost(now, charsFrom(0), choice)
  // Who asks for no payback asks for batches whatever they cost.
  const isRisking = policy.commit_payback === 0 || isFull(prompt.chars, choice.cache)
  const turn = all.at(-1)?.turn ?? 0
  const batch = selectBatch(candidates, {
    turn,
    minFreedChars: policy.commit_min_tokens * charsPerToken,
    payback: isRisking ? 0 : policy.commit_payback,
    charsFrom,
    prices,
    prompt,
    ...(isRisking
      ? {}
      : {
          limits: {
            maxCost: Math.max(0, savedBy(conversation, sent, replies, places, prices)),
            turnsAhead: turn * shareAhead,
          },
        }),
  })
  return batch.map(({ kind, observation }) => toPart(kind, observation, facts))
}

/** What this request costs as it is, and where prompts get dearer. */
function promptCost(
  sizes: readonly number[],
  sentChars: number,
  { prices: { read, write }, cache: { steps = [] } }: BatchChoice,
): PromptCost {
  let chars = 0
  for (const size of sizes) chars += size
  return {
    chars,
    cost: sentChars * read + (chars - sentChars) * write,
    factorOf: (length) =>
      steps.findLast(({ aboveTokens }) => length > aboveTokens * charsPerToken)?.input ?? 1,
  }
}

function isFull(chars: number, { windowTokens }: BatchChoice['cache']): boolean {
  return windowTokens !== undefined && chars >= fullWindow * windowTokens * charsPerToken
}

function savedBy(
  conversation: Conversation,
  sent: readonly number[],
  replies: readonly number[],
  places: readonly MaskedPlace[],
  prices: CachePrices,
): number {
  const raw = conversation.map(({ chars }) => chars)
  return savedSoFar({ raw, sent, replies }, places, prices)
}

/** How long each entry is as it was first sent; markers count for the text that takes as many tokens. */
function sentSizes(conversation: Conversation, results: readonly Entered[]): readonly number[] {
  const sizes = conversation.map(({ chars }) => chars)
  for (const { observation, text, sent } of results)
    if (sent) sizes[observation.at] = observation.result.chars - text.length + sizeOf(sent)
  return sizes
}

/** Records are the same objects from request to request. */
const sizeOf = memoized(
  ({ text }: NonNullable<Entered['sent']>): number =>
    text.length + (charsOfMarker - 1) * markerChars(text),
)

function toMaskedPlace(
  part: MaskedPart,
  sent: readonly number[],
  replaced: ReadonlyMap<number, number>,
): MaskedPlace {
  const { kind, observation, record } = part
  const at = placeOf(part)
  const before = {
    result: () => sent[at] ?? 0,
    input: () => carriedChars(part) - (replaced.get(at) ?? 0),
    replaced: () => replacedChars(observation.call),
  }[kind]()
  return { at, turn: record.turn, freedChars: before - record.text.length }
}

/** What left of each call with the text it replaced. */
function freedByReplaced(masked: readonly MaskedPart[]): ReadonlyMap<number, number> {
  const freed = new Map<number, number>()
  for (const { kind, observation, record } of masked)
    if (kind === 'replaced')
      freed.set(observation.callAt, replacedChars(observation.call) - record.text.length)
  return freed
}

/** How much lies at or after a place, of what was sent before this request. */
function sizesFrom(sizes: readonly number[], end: number): (at: number) => number {
  const from = new Float64Array(end + 1)
  for (let at = end - 1; at >= 0; at--) from[at] = (from[at + 1] ?? 0) + (sizes[at] ?? 0)
  return (at) => from[at] ?? 0
}

function references(
  results: readonly Entered[],
): Pick<CandidateTerms, 'referrersOf' | 'isReferring'> {
  const places = new Map(results.map(({ key, observation: { at } }) => [key, at]))
  const found = new Map<number, number[]>()
  const referring = new Set<number>()
  for (const { observation, sent } of results)
    for (const key of sent?.refersTo ?? []) {
      const at = places.get(key) ?? -1
      found.set(at, [...(found.get(at) ?? []), observation.at])
      referring.add(observation.at)
    }
  return { referrersOf: (at) => found.get(at) ?? [], isReferring: (at) => referring.has(at) }
}
