import type { LedgerEntry, RuleOf, Usage } from '../../engine.ts'
import type { Passage } from './passage.ts'
import { estimateCost } from './prices.ts'

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
export function passageEntry(passage: Passage, findings: Findings, ruleOf: RuleOf): LedgerEntry {
  const { route, caller, warnings, durationMs, ended } = passage
  const { chars, tokens } = sizes(passage, findings)
  const entry: LedgerEntry = {
    at: findings.at,
    kind: 'proxy',
    source: route.format ?? 'other',
    chars,
    tokens,
    durationMs,
    isFallback: warnings.length > 0,
    warnings: ended.refusal ? [...warnings, ended.refusal] : warnings,
    details: facts(passage, findings, ruleOf),
  }
  return caller ? { ...entry, caller: caller.name } : entry
}

/** What nobody answered was not billed, and saved nothing: clients send it again. */
function sizes(
  { sieved, ended }: Passage,
  { usage, freedTokens }: Findings,
): Required<Pick<LedgerEntry, 'chars' | 'tokens'>> {
  if (ended.outcome === 'unanswered') return { chars: none, tokens: none }
  const chars = sieved?.chars ?? none
  // The provider's own count where it gives one; what was left out is counted here.
  const sent = usage?.inputTokens ?? Math.ceil(chars.after / charsPerToken)
  return { chars, tokens: { before: sent + freedTokens, after: sent } }
}

function facts(
  { sieved, sentBody, ended, addedMs }: Passage,
  { conversation, requestId, stableBytes, usage, freedTokens }: Findings,
  ruleOf: RuleOf,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = { conversation }
  if (requestId !== undefined) found.request_id = requestId
  found.status = ended.status
  found.outcome = ended.outcome
  found.added_ms = Math.round(addedMs * 10) / 10
  found.sent_bytes = sentBody?.length ?? 0
  if (stableBytes !== undefined) found.stable_prefix_bytes = stableBytes
  if (usage) found.usage = toSnakeUsage(usage)
  if (!sieved) return found
  found.model = sieved.model
  found.masked = sieved.masked.length
  found.pruned = sieved.pruned.length
  found.commits = sieved.commits
  found.repeated_calls = sieved.repeatedCalls
  if (!usage) return found
  const rule = ruleOf(sieved.model)
  const { costUsd, savedUsd } = estimateCost(rule, usage, freedTokens)
  found.price = rule.certainty
  found.cost_usd = costUsd
  found.saved_usd = savedUsd
  return found
}

function toSnakeUsage(usage: Usage): Record<string, number> {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
  }
}
