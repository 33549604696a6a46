import { memoized } from '../text/content-memo.ts'
import { type Bill, type BilledUsage, billOf, type CacheState } from './bill.ts'
import { facet } from './conversation-memory.ts'
import { commonMessages, type Recognised } from './conversations.ts'
import type { MessageTrace } from './message-trace.ts'
import type { RuleOf } from './provider-rules.ts'
import type { TokenRates } from './token-rates.ts'

/** Something that stands in a message in place of what the client sent. */
export interface Change {
  /** Which message, counted from 0. */
  readonly message: number
  /** What stands there now. */
  readonly standIn: string
  readonly freedChars: number
}

/** A request that was answered, as far as its bill goes. */
interface AnsweredRequest {
  readonly conversation: Recognised
  readonly changes: readonly Change[]
  readonly model: string
  readonly usage: BilledUsage | undefined
  /** What was left out, as our tokenizer counts it. */
  readonly freedTokens: number
  readonly at: number
}

export interface RequestBill extends Bill {
  /** Messages at the beginning that were sent like that before; absent for a first request. */
  readonly stableMessages: number | undefined
  /** Something that was sent before stands there differently now. */
  readonly isRewritten: boolean
  /** Characters of the messages as they were sent. */
  readonly sentChars: number
  /** What was left out, in tokens of this model. */
  readonly freedTokens: number
  /** Whether that comes from what the provider billed before, or from our own tokenizer. */
  readonly countedBy: 'learned' | 'tokenizer'
}

/** The last request of a conversation that was answered. */
interface Billed {
  readonly traces: readonly MessageTrace[]
  readonly standIns: ReadonlyMap<number, string>
  readonly model: string
  readonly at: number
  readonly cache: CacheState | undefined
  readonly sentChars: number
  readonly inputTokens: number | undefined
}

const billedFacet = facet<Billed>('billed')
const bytesPerMessage = 16

/** Bills a request against the one before it in its conversation, and remembers it for the next. */
export function billRequest(
  request: AnsweredRequest,
  ruleOf: RuleOf,
  rates: TokenRates,
): RequestBill {
  const { conversation, changes, model, usage, at } = request
  const { traces, memory, parent } = conversation
  const before = lastOf(memory.get(billedFacet) ?? parent?.get(billedFacet), model)
  const standIns = standInsOf(changes)
  const rawCommon = before ? commonMessages(before.traces, traces) : 0
  const sentCommon = before ? sameStandIns(before.standIns, standIns, rawCommon) : 0
  const sizes = sizesOf(traces, changes, rawCommon, sentCommon)
  if (before && sentCommon === rawCommon) learn(before, sizes.sent, request, rates)
  const freedChars = sizes.raw - sizes.sent
  const rate = rates.of(model)
  const tokensPerChar =
    rate ?? (freedChars > 0 ? request.freedTokens / freedChars : usualTokensPerChar)
  const bill = billOf({
    rule: ruleOf(model),
    raw: {
      tokens: sizes.raw * tokensPerChar,
      stableTokens: sizes.rawStable * tokensPerChar,
    },
    sent: {
      tokens: sizes.sent * tokensPerChar,
      stableTokens: sizes.sentStable * tokensPerChar,
    },
    isRewritten: sentCommon < rawCommon,
    usage,
    sinceMs: before && at - before.at,
    cache: before?.cache,
  })
  const billed: Billed = {
    traces,
    standIns,
    model,
    at,
    cache: bill.cache,
    sentChars: sizes.sent,
    inputTokens: usage?.inputTokens,
  }
  memory.set(billedFacet, billed, traces.length * bytesPerMessage)
  return {
    ...bill,
    stableMessages: before && sentCommon,
    isRewritten: sentCommon < rawCommon,
    sentChars: sizes.sent,
    freedTokens: Math.round(freedChars * tokensPerChar),
    countedBy: rate === undefined ? 'tokenizer' : 'learned',
  }
}

const usualTokensPerChar = 0.25

/** Another model has a cache of its own. */
function lastOf(before: Billed | undefined, model: string): Billed | undefined {
  return before?.model === model ? before : undefined
}

function learn(before: Billed, sentChars: number, request: AnsweredRequest, rates: TokenRates) {
  const { usage, model } = request
  if (usage === undefined || before.inputTokens === undefined) return
  rates.learn(model, sentChars - before.sentChars, usage.inputTokens - before.inputTokens)
}

/** By message. The very same changes come with every request until more is changed. */
const standInsOf = memoized((changes: readonly Change[]): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  for (const { message, standIn } of changes)
    found.set(message, `${found.get(message) ?? ''}${standIn}`)
  return found
})

function sameStandIns(
  before: ReadonlyMap<number, string>,
  now: ReadonlyMap<number, string>,
  end: number,
): number {
  if (before === now) return end
  let same = end
  for (const [message, standIn] of now)
    if (message < same && before.get(message) !== standIn) same = message
  for (const message of before.keys()) if (message < same && !now.has(message)) same = message
  return same
}

interface Sizes {
  readonly raw: number
  readonly rawStable: number
  readonly sent: number
  readonly sentStable: number
}

function sizesOf(
  traces: readonly MessageTrace[],
  changes: readonly Change[],
  rawCommon: number,
  sentCommon: number,
): Sizes {
  let raw = 0
  let rawStable = 0
  let sentStable = 0
  let at = 0
  for (const { chars } of traces) {
    raw += chars
    if (at < rawCommon) rawStable += chars
    if (at < sentCommon) sentStable += chars
    at++
  }
  let sent = raw
  for (const { message, freedChars } of changes) {
    sent -= freedChars
    if (message < sentCommon) sentStable -= freedChars
  }
  return { raw, rawStable, sent, sentStable }
}
