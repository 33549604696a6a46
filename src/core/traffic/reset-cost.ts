import type { BeforeAfter } from '../../ports/store/ledger.ts'
import type { ModelRule } from './model-rule.ts'

/** What it costs to send the whole of a conversation again. */
export interface ResetCost {
  /** Of what was left out. */
  readonly tokens_back: number
  /** So much more than it would cost otherwise: nothing of it is in the provider's cache. */
  readonly next_request_usd: number
  readonly each_later_request_usd: number
  /** Whether a provider drops, or refuses, what the model has thought so far. */
  readonly drops_thinking: boolean
}

/** By the newest request of the conversation, at its model's prices. */
export function resetCost(
  { before, after }: BeforeAfter,
  { cacheRead, cacheWrite, isThinkingBound }: ModelRule,
): ResetCost {
  const usd = (tokens: number, perMillion: number): number => (tokens * perMillion) / 1_000_000
  const back = Math.max(0, before - after)
  return {
    tokens_back: back,
    next_request_usd: back === 0 ? 0 : usd(before, cacheWrite) - usd(after, cacheRead),
    each_later_request_usd: usd(back, cacheRead),
    drops_thinking: back > 0 && isThinkingBound,
  }
}
