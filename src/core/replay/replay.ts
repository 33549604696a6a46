import { applyEdits } from '../mask/request/apply-edits.ts'
import { billOf } from '../traffic/bill.ts'
import type { ModelRule } from '../traffic/model-rule.ts'
import { isFields } from '../wire/content.ts'
import type { Conversation, Edit } from '../wire/conversation.ts'
import { messageText } from '../wire/message-text.ts'
import type { WireFormat } from '../wire/wire.ts'

/** Decides for one session, request after request, what stands in a conversation. May remember. */
export type SessionPolicy = (conversation: Conversation) => readonly Edit[]

/** What a session would have cost under a policy. Costs are in fresh input tokens. */
export interface ReplayTotals {
  readonly calls: number
  /** Requests in which something that was already sent changed. */
  readonly rewrittenCalls: number
  readonly tokens: number
  readonly chars: number
  readonly cachedCost: number
  /** The same counted in characters, which need no tokenizer. */
  readonly cachedCostChars: number
  /** Without a prompt cache every token is fresh. */
  readonly uncachedCost: number
}

interface ReplayOptions {
  readonly rule: ModelRule
  readonly countTokens: (text: string) => number
  /** Requests at these places in the list come after the cache was lost. */
  readonly isExpired?: (at: number) => boolean
}

interface Sized {
  readonly text: string
  readonly tokens: number
}

interface Size {
  readonly tokens: number
  readonly chars: number
}

/** Sends a saved conversation again, one request per model call, and adds up what each would cost. */
export function replay(
  list: readonly unknown[],
  format: WireFormat,
  policy: SessionPolicy,
  { rule, countTokens, isExpired = () => false }: ReplayOptions,
): ReplayTotals {
  const known = new Map<unknown, Sized>()
  const sizeOf = (message: unknown): Sized => {
    const before = known.get(message)
    if (before) return before
    const text = messageText(message)
    const size = { text, tokens: countTokens(text) }
    known.set(message, size)
    return size
  }
  const totals = {
    calls: 0,
    rewrittenCalls: 0,
    tokens: 0,
    chars: 0,
    cachedCost: 0,
    cachedCostChars: 0,
    uncachedCost: 0,
  }
  let sent: readonly Sized[] = []
  for (const at of callStarts(list, format)) {
    const part = list.slice(0, at)
    const now = applyEdits(part, policy(format.read(part))).map(sizeOf)
    const same = commonPrefix(sent, now)
    const all = sum(now)
    const stable = sum(now.slice(0, same))
    const sinceMs = isExpired(at) ? Number.POSITIVE_INFINITY : 0
    totals.calls++
    if (same < sent.length) totals.rewrittenCalls++
    totals.tokens += all.tokens
    totals.chars += all.chars
    totals.cachedCost += cost(rule, all.tokens, stable.tokens, sinceMs)
    totals.cachedCostChars += cost(rule, all.chars, stable.chars, sinceMs)
    totals.uncachedCost += all.tokens
    sent = now
  }
  return totals
}

/** Where in the list the model spoke: each place is one request for all that comes before it. */
export function callStarts(list: readonly unknown[], format: WireFormat): readonly number[] {
  const isModels = list.map((item) => isFields(item) && format.isModelTurn(item))
  return isModels.flatMap((isModel, at) => {
    const continues = format.isReplyOfItems && isModels[at - 1] === true
    return isModel && !continues && at > 0 ? [at] : []
  })
}

function commonPrefix(
  before: readonly { text: string }[],
  now: readonly { text: string }[],
): number {
  const differs = before.findIndex(({ text }, at) => text !== now[at]?.text)
  return differs === -1 ? before.length : differs
}

/** The bill of one request, in fresh tokens. */
function cost(rule: ModelRule, tokens: number, stableTokens: number, sinceMs: number): number {
  const prompt = { tokens, stableTokens }
  const { sentUsd } = billOf({ rule, raw: prompt, sent: prompt, isRewritten: false, sinceMs })
  return (sentUsd * 1_000_000) / rule.input
}

function sum(sizes: readonly Sized[]): Size {
  let tokens = 0
  let chars = 0
  for (const size of sizes) {
    tokens += size.tokens
    chars += size.text.length
  }
  return { tokens, chars }
}
