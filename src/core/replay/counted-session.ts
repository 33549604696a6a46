import type { SavedSession } from '../sessions/session.ts'
import { billOf, type CacheState } from '../traffic/bill.ts'
import type { ModelRule } from '../traffic/model-rule.ts'
import type { RuleOf } from '../traffic/provider-rules.ts'
import { messageText } from '../wire/message-text.ts'
import type { Usage } from '../wire/usage.ts'

/** Counts texts in the tokens of the session's models. */
export interface TextCounter {
  /** Knows these texts from now on. */
  learn(texts: readonly string[]): Promise<void>
  of(text: string): number
}

/** One call with all that its bill needs. */
export interface CountedCall {
  readonly at: number
  readonly model: string
  readonly rule: ModelRule
  /** What the provider said, or what the words and a cache as its pages describe it come to. */
  readonly usage: Usage
  readonly isEstimated: boolean
  /** Tokens of the items that were sent, and of those the call before had too. */
  readonly tokens: number
  readonly stableTokens: number
  /** Tokens that this provider counts for one of our tokenizer's. */
  readonly scale: number
  /** Absent for a first call, and where nothing says when they were. */
  readonly sinceMs: number | undefined
  /** Whether another model answered the call before. */
  readonly isOtherModel: boolean
}

/** No tokenizer is further from ours than this; more is a system prompt that changed. */
const plausible = { least: 0.5, most: 2 }

/** The calls of a session, with what they used where the file says it, and an estimate where it does not. */
export function countedCalls(
  { items, calls }: SavedSession,
  ruleOf: RuleOf,
  counter: TextCounter,
  otherwise: string,
): readonly CountedCall[] {
  const sums = runningSums(items.map((item) => counter.of(messageText(item))))
  const scale = scaleOf(calls, sums)
  return calls.map((call, index): CountedCall => {
    const before = calls[index - 1]
    const model = call.model || otherwise
    const rule = ruleOf(model)
    const isOtherModel = before !== undefined && (before.model || otherwise) !== model
    const tokens = (sums[call.at] ?? 0) * scale
    const isFirst = before === undefined || isOtherModel
    const stableTokens = isFirst ? 0 : (sums[before.at] ?? 0) * scale
    const sinceMs = isFirst ? undefined : gap(before.time, call.time)
    const end = calls[index + 1]?.at ?? items.length
    const replyTokens = ((sums[Math.min(call.at + 1, end)] ?? 0) - (sums[call.at] ?? 0)) * scale
    return {
      at: call.at,
      model,
      rule,
      usage: call.usage ?? estimate({ tokens, stableTokens, sinceMs, rule, replyTokens }),
      isEstimated: call.usage === undefined,
      tokens,
      stableTokens,
      scale,
      sinceMs,
      isOtherModel,
    }
  })
}

/** What the same call would have cost with another list of items; the cache held as it did. */
export function billWith(
  { rule, usage, tokens, stableTokens, sinceMs }: CountedCall,
  instead: { readonly tokens: number; readonly stableTokens: number },
  cache: CacheState | undefined,
): { readonly usd: number; readonly cameUsd: number; readonly cache: CacheState | undefined } {
  // Here the bill that came is of the whole conversation, and the one that would have been of the other.
  const bill = billOf({
    rule,
    raw: instead,
    sent: { tokens, stableTokens },
    isRewritten: false,
    usage,
    sinceMs,
    cache,
  })
  const isSame = instead.tokens === tokens && instead.stableTokens === stableTokens
  return { usd: isSame ? bill.sentUsd : bill.rawUsd, cameUsd: bill.sentUsd, cache: bill.cache }
}

/** Files that give no times are of sessions that went on without a rest. */
function gap(before: number, now: number): number {
  const ms = now - before
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

function runningSums(counts: readonly number[]): readonly number[] {
  const sums = [0]
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count)
  return sums
}

/** How many tokens the provider counts for one of ours, by what the prompt grew between calls. */
function scaleOf(calls: SavedSession['calls'], sums: readonly number[]): number {
  let [billed, counted] = [0, 0]
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1]
    if (!call.usage || !before?.usage || before.model !== call.model) continue
    const grown = (sums[call.at] ?? 0) - (sums[before.at] ?? 0)
    const grownBilled = call.usage.inputTokens - before.usage.inputTokens
    if (grown <= 0 || grownBilled <= 0) continue
    billed += grownBilled
    counted += grown
  }
  const scale = counted === 0 ? 1 : billed / counted
  return scale >= plausible.least && scale <= plausible.most ? scale : 1
}

function estimate(call: {
  readonly tokens: number
  readonly stableTokens: number
  readonly sinceMs: number | undefined
  readonly rule: ModelRule
  readonly replyTokens: number
}): Usage {
  const { rule, sinceMs } = call
  const isAlive = sinceMs !== undefined && sinceMs <= rule.cacheMs
  const isRead = isAlive && call.stableTokens >= rule.minCacheTokens
  const inputTokens = Math.round(call.tokens)
  const cacheReadTokens = isRead ? Math.min(Math.round(call.stableTokens), inputTokens) : 0
  const isStored = rule.cacheWrite > rule.input
  return {
    inputTokens,
    outputTokens: Math.round(call.replyTokens),
    cacheReadTokens,
    cacheWriteTokens: isStored ? inputTokens - cacheReadTokens : 0,
  }
}
