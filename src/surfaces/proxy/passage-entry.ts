import type { LedgerEntry } from '../../engine.ts'
import type { Passage } from './passage.ts'
import { estimateCost, type PriceOf } from './prices.ts'
import type { Usage } from './usage.ts'

/** What was found out about a request after it was answered. */
export interface Findings {
  readonly at: number
  readonly conversation: string
  /** What the request is remembered under; absent when it could not be read. */
  readonly requestId: string | undefined
  readonly stableBytes: number | undefined
  readonly usage: Usage | undefined
  readonly freedTokens: number
}

const charsPerToken = 4
const none = { before: 0, after: 0 }

/** The row of the ledger for one request. Holds sizes and counts, never a word of the conversation. */
export function passageEntry(passage: Passage, findings: Findings, priceOf: PriceOf): LedgerEntry {
  const { route, caller, sieved, warnings, durationMs } = passage
  const { usage, freedTokens } = findings
  const chars = sieved?.chars ?? none
  // The provider's own count where it gives one; what was left out is counted here.
  const sent = usage?.inputTokens ?? Math.ceil(chars.after / charsPerToken)
  return {
    at: findings.at,
    kind: 'proxy',
    source: route.format ?? 'other',
    ...(caller ? { caller: caller.name } : {}),
    chars,
    tokens: { before: sent + freedTokens, after: sent },
    durationMs,
    isFallback: warnings.length > 0,
    warnings,
    details: { ...facts(passage, findings), ...costs(passage, findings, priceOf) },
  }
}

function facts(
  { sieved, sentBody, ended, addedMs }: Passage,
  findings: Findings,
): Record<string, unknown> {
  const { conversation, requestId, stableBytes, usage } = findings
  return {
    conversation,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    status: ended.status,
    outcome: ended.outcome,
    added_ms: Math.round(addedMs * 10) / 10,
    sent_bytes: sentBody?.length ?? 0,
    ...(stableBytes === undefined ? {} : { stable_prefix_bytes: stableBytes }),
    ...(usage ? { usage: toSnakeUsage(usage) } : {}),
    ...(sieved
      ? {
          model: sieved.model,
          masked: sieved.masked.length,
          pruned: sieved.pruned.length,
          commits: sieved.commits,
          repeated_calls: sieved.repeatedCalls,
        }
      : {}),
  }
}

function costs(
  { sieved }: Passage,
  { usage, freedTokens }: Findings,
  priceOf: PriceOf,
): Record<string, number> {
  const price = usage && sieved && priceOf(sieved.model)
  if (!price) return {}
  const { costUsd, savedUsd } = estimateCost(price, usage, freedTokens)
  return { cost_usd: costUsd, saved_usd: savedUsd }
}

function toSnakeUsage(usage: Usage): Record<string, number> {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
  }
}
