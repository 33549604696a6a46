import type { LedgerEntry } from '../../ports/store/ledger.ts'
import type { BilledUsage } from './bill.ts'
import { billRequest, type Change, type RequestBill } from './bill-request.ts'
import type { Recognised } from './conversations.ts'
import { ownPrices, type RuleOf } from './provider-rules.ts'
import type { TokenRates } from './token-rates.ts'

/** What the sieves did to a request, as far as its account goes. */
interface SievedFacts {
  readonly model: string
  readonly conversation: Recognised
  readonly changes: readonly Change[]
  readonly masked: readonly unknown[]
  readonly pruned: readonly unknown[]
  readonly commits: number
  readonly repeatedCalls: number
  readonly copiedMarkers: number
  readonly foreignMarkers: number
  /** What the provider was asked to clear on its side, by us. */
  readonly serverEdits: unknown
  /** Edits of the reply before this request, and those whose text could be seen. */
  readonly edits: { readonly made: number; readonly grounded: number }
  /** Names in its calls that the model had from results alone, and those it could see. */
  readonly names: { readonly used: number; readonly inSight: number }
  /** Characters of the messages, as the model reads them. */
  readonly chars: { readonly before: number; readonly after: number }
}

/** What a provider says of a request besides its usage, by kind. */
interface ProviderRemarks {
  readonly cacheMissReason?: string
  readonly inputTransformations?: Readonly<Record<string, number>>
  readonly appliedEdits?: readonly Readonly<Record<string, string | number>>[]
}

/** A request that is over, however it ended. */
export interface EndedRequest {
  readonly at: number
  /** The wire format, or `other`. */
  readonly source: string
  /** Path and query the client called. */
  readonly path: string
  readonly caller: string | undefined
  /** The program that called, where it says so. */
  readonly agent?: string | undefined
  /** A name for the conversation that tells nothing of it. */
  readonly conversation: string
  /** What the request is remembered under; absent when it could not be read. */
  readonly requestId: string | undefined
  /** Absent when the sieves failed or could not read the body. */
  readonly sieved: SievedFacts | undefined
  readonly sentBytes: number
  /** Bytes at the beginning that were as in the request before; absent for a first one. */
  readonly stableBytes: number | undefined
  readonly warnings: readonly string[]
  /** 0 when the provider never answered. */
  readonly status: number
  readonly outcome: string
  /** Why there was no answer. */
  readonly refusal: string | undefined
  readonly usage: BilledUsage | undefined
  /** Nobody asks money for it, unless the configuration says so. */
  readonly isUnpriced?: boolean | undefined
  /** What the provider says besides. */
  readonly remarks?: ProviderRemarks | undefined
  /** What was left out, as our tokenizer counts it. */
  readonly freedTokens: number
  readonly durationMs: number
  /** What we added to it. */
  readonly addedMs: number
}

const none = { before: 0, after: 0 }

/** The row of the ledger for one request. Holds sizes and counts, never a word of the conversation. */
export function requestEntry(
  request: EndedRequest,
  ruleOf: RuleOf,
  rates: TokenRates,
): LedgerEntry {
  const { at, source, caller, sieved, warnings, refusal, durationMs, usage } = request
  const bill = isBilled(request) && sieved ? billOf(request, sieved, ruleOf, rates) : undefined
  const sent = usage?.inputTokens ?? Math.ceil((sieved?.chars.after ?? 0) / charsPerToken)
  const details = factsOf(request)
  if (bill) addMoney(details, bill, request, ruleOf)
  const entry: LedgerEntry = {
    at,
    kind: 'proxy',
    source,
    chars: bill ? (sieved?.chars ?? none) : none,
    // The provider's own count where it gives one; what was left out is counted here.
    tokens: bill ? { before: sent + bill.freedTokens, after: sent } : none,
    durationMs,
    isFallback: warnings.length > 0,
    warnings: refusal === undefined ? warnings : [...warnings, refusal],
    details,
  }
  return caller === undefined ? entry : { ...entry, caller }
}

const charsPerToken = 4

/** What was refused or never answered was not billed, and saved nothing: clients send it again. Counting is free. */
function isBilled({ status, path }: EndedRequest): boolean {
  return status >= 200 && status < 300 && !/count_?tokens/i.test(path)
}

function billOf(
  { usage, freedTokens, at }: EndedRequest,
  { conversation, changes, model }: SievedFacts,
  ruleOf: RuleOf,
  rates: TokenRates,
): RequestBill {
  return billRequest({ conversation, changes, model, usage, freedTokens, at }, ruleOf, rates)
}

/** Written field by field: one is made for every request. */
type Details = Record<string, unknown>

function factsOf(request: EndedRequest): Details {
  const { agent, requestId, stableBytes, usage, remarks, sieved } = request
  const details: Details = {
    conversation: request.conversation,
    status: request.status,
    outcome: request.outcome,
    added_ms: Math.round(request.addedMs * 10) / 10,
    sent_bytes: request.sentBytes,
  }
  if (agent !== undefined) details.agent = agent
  if (requestId !== undefined) details.request_id = requestId
  if (stableBytes !== undefined) details.stable_prefix_bytes = stableBytes
  if (usage) details.usage = toSnakeUsage(usage)
  if (remarks) addRemarks(details, remarks)
  if (sieved) addSieved(details, sieved)
  return details
}

function addSieved(details: Details, sieved: SievedFacts): void {
  details.model = sieved.model
  details.masked = sieved.masked.length
  details.pruned = sieved.pruned.length
  details.commits = sieved.commits
  details.repeated_calls = sieved.repeatedCalls
  if (sieved.copiedMarkers > 0) details.copied_markers = sieved.copiedMarkers
  if (sieved.foreignMarkers > 0) details.foreign_markers = sieved.foreignMarkers
  if (sieved.serverEdits !== undefined) details.server_edits = true
  if (sieved.edits.made > 0) {
    details.edits = sieved.edits.made
    details.grounded_edits = sieved.edits.grounded
  }
  if (sieved.names.used > 0) {
    details.names_used = sieved.names.used
    details.names_in_sight = sieved.names.inSight
  }
}

function addMoney(
  details: Details,
  bill: RequestBill,
  { sieved, usage, isUnpriced }: EndedRequest,
  ruleOf: RuleOf,
): void {
  const rule = ruleOf(sieved?.model ?? '')
  details.sent_chars = bill.sentChars
  if (bill.isRewritten) details.is_rewritten = true
  details.tokens_counted_by = bill.countedBy
  if (isUnpriced && rule.source !== ownPrices) return
  details.price = rule.certainty
  // Without the provider's own count the answer is not in it.
  if (usage) details.cost_usd = bill.sentUsd
  details.raw_usd = bill.rawUsd
  details.saved_usd = bill.savedUsd
  if (bill.isBeyondWindow) details.is_beyond_window = true
}

function addRemarks(
  details: Details,
  { cacheMissReason, inputTransformations, appliedEdits }: ProviderRemarks,
): void {
  if (cacheMissReason !== undefined) details.cache_miss_reason = cacheMissReason
  if (inputTransformations) details.input_transformations = inputTransformations
  if (appliedEdits) details.applied_edits = appliedEdits
}

function toSnakeUsage(usage: BilledUsage): Readonly<Record<string, number>> {
  const counts = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
  }
  const { cacheWriteHourTokens: hour } = usage
  return hour === undefined ? counts : { ...counts, cache_write_1h_tokens: hour }
}
