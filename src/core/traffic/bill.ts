import type { ModelRule } from './model-rule.ts'

/** A prompt in tokens, as we count them. */
interface CountedPrompt {
  readonly tokens: number
  /** Of these, so many at the beginning were as in the request before; 0 for a first one. */
  readonly stableTokens: number
}

/** What the provider says a request used. */
export interface BilledUsage {
  /** All of the prompt: fresh, read from the cache, and written to it. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /** Written for whatever time. */
  readonly cacheWriteTokens: number
  /** Of these, so many for an hour. */
  readonly cacheWriteHourTokens?: number
}

export interface BillInput {
  readonly rule: ModelRule
  /** The prompt as the client made it, and as it was sent; both counted in the same way. */
  readonly raw: CountedPrompt
  readonly sent: CountedPrompt
  /** What was sent changed where the client's own conversation had not. */
  readonly isRewritten: boolean
  readonly usage?: BilledUsage | undefined
  /** Absent for a first request: milliseconds since the one before. */
  readonly sinceMs?: number | undefined
  /** How the cache of this conversation held when last it was left alone. */
  readonly cache?: CacheState | undefined
}

/** How much of a beginning that was as before the provider read from its cache. */
export interface CacheState {
  /** Most of it: what is missing is what its client did not mark, or the end of a block. */
  readonly isHit: boolean
  /** Negative where more was read than that: what another conversation had left there. */
  readonly unreadTokens: number
}

/** What a request cost, and what the same request would have cost unsieved, under the same cache. */
export interface Bill {
  readonly sentUsd: number
  readonly rawUsd: number
  /** Negative where sieving cost more than it saved. */
  readonly savedUsd: number
  readonly rawTokens: number
  /** The unsieved conversation is longer than the model reads: it is billed up to that. */
  readonly isBeyondWindow: boolean
  /** For the next request of the conversation. */
  readonly cache: CacheState | undefined
}

interface Parts {
  readonly fresh: number
  readonly read: number
  readonly write: number
  readonly writeHour: number
}

/**
 * The bill that came, and the one that would have been. What the provider read from its cache tells
 * how well the cache held; the unsieved conversation is read as well as that, up to where it was as
 * in its own request before, and what follows is written or fresh in the same shares. So a rewrite,
 * which makes the provider write what it would have read, shows as the loss it is.
 */
export function billOf(input: BillInput): Bill {
  const { rule, raw, sent, usage, isRewritten } = input
  const came = usage ? partsOfUsage(usage) : countedParts(input, sent)
  const sentTokens = usage?.inputTokens ?? sent.tokens
  const outputTokens = usage?.outputTokens ?? 0
  const freed = raw.tokens - sent.tokens
  const wholeRaw = Math.max(0, sentTokens + freed)
  const window = rule.windowTokens ?? Number.POSITIVE_INFINITY
  const isBeyondWindow = wholeRaw > window && wholeRaw > sentTokens
  const rawTokens = isBeyondWindow ? Math.max(window, sentTokens) : wholeRaw
  const rawStable = wholeRaw - (raw.tokens - raw.stableTokens)
  const sentStable = sentTokens - (sent.tokens - sent.stableTokens)
  const cache = isRewritten ? input.cache : cacheOf(came.read, sentStable)
  const rawRead = isFirst(input)
    ? came.read + (came.read / (sentTokens || 1)) * freed
    : readOf(input, cache, came.read, sentStable, rawStable)
  const would = usage
    ? shared(came, rawTokens, rawRead, rule)
    : countedParts(input, { tokens: rawTokens, stableTokens: raw.stableTokens })
  const sentUsd = priceOf(rule, came, sentTokens, outputTokens)
  const rawUsd =
    freed === 0 && !isRewritten ? sentUsd : priceOf(rule, would, rawTokens, outputTokens)
  return { sentUsd, rawUsd, savedUsd: rawUsd - sentUsd, rawTokens, isBeyondWindow, cache }
}

function isFirst({ sinceMs }: BillInput): boolean {
  return sinceMs === undefined
}

function cacheOf(read: number, stable: number): CacheState {
  return { isHit: read > 0 && read >= stable / 2, unreadTokens: stable - read }
}

/** What the unsieved conversation would have read: all but what this cache leaves unread, or no more than it read. */
function readOf(
  input: BillInput,
  cache: CacheState | undefined,
  read: number,
  sentStable: number,
  rawStable: number,
): number {
  const { rule, isRewritten, sinceMs = 0 } = input
  const isLong = sentStable >= 2 * rule.minCacheTokens
  const isLost = isRewritten && read === 0 && (isLong || sinceMs > rule.cacheMs)
  if (isLost || cache?.isHit === false) return read
  return rawStable - (cache?.unreadTokens ?? 0)
}

function partsOfUsage(usage: BilledUsage): Parts {
  const { inputTokens, cacheReadTokens: read, cacheWriteTokens, cacheWriteHourTokens = 0 } = usage
  const writeHour = Math.min(cacheWriteHourTokens, cacheWriteTokens)
  return {
    fresh: Math.max(0, inputTokens - read - cacheWriteTokens),
    read,
    write: cacheWriteTokens - writeHour,
    writeHour,
  }
}

/** Where the provider says nothing: what was as before is read while the cache lives, the rest is written. */
function countedParts({ rule, sinceMs }: BillInput, prompt: CountedPrompt): Parts {
  const { tokens, stableTokens } = prompt
  const isAlive = sinceMs !== undefined && sinceMs <= rule.cacheMs
  const stable = Math.min(stableTokens, tokens)
  const read = isAlive && stable >= rule.minCacheTokens ? stable : 0
  return { fresh: 0, read, write: tokens - read, writeHour: 0 }
}

/** What is not read is fresh, written, or written for an hour in the shares of the bill that came. */
function shared(came: Parts, tokens: number, wouldRead: number, rule: ModelRule): Parts {
  const read = Math.min(Math.max(0, wouldRead), tokens)
  const rest = tokens - read
  const cameRest = came.fresh + came.write + came.writeHour
  if (cameRest === 0) {
    const isStored = rule.cacheWrite > rule.input
    return { fresh: isStored ? 0 : rest, read, write: isStored ? rest : 0, writeHour: 0 }
  }
  const share = rest / cameRest
  return {
    fresh: came.fresh * share,
    read,
    write: came.write * share,
    writeHour: came.writeHour * share,
  }
}

const million = 1_000_000

/** What a request cost, by what was paid for. */
interface PricedUsage {
  /** What the provider had in its cache. */
  readonly readUsd: number
  /** What it had not, stored or not. */
  readonly unreadUsd: number
  readonly outputUsd: number
}

/** The parts of `Bill.sentUsd` where a provider said what was used. */
export function pricedUsage(rule: ModelRule, usage: BilledUsage): PricedUsage {
  return pricesOf(rule, partsOfUsage(usage), usage.inputTokens, usage.outputTokens)
}

function priceOf(rule: ModelRule, parts: Parts, tokens: number, outputTokens: number): number {
  const { readUsd, unreadUsd, outputUsd } = pricesOf(rule, parts, tokens, outputTokens)
  return readUsd + unreadUsd + outputUsd
}

function pricesOf(
  rule: ModelRule,
  parts: Parts,
  tokens: number,
  outputTokens: number,
): PricedUsage {
  const step = rule.steps.findLast(({ aboveTokens }) => tokens > aboveTokens)
  const input = (step?.input ?? 1) / million
  const unread =
    parts.fresh * rule.input + parts.write * rule.cacheWrite + parts.writeHour * rule.cacheWriteHour
  return {
    readUsd: parts.read * rule.cacheRead * input,
    unreadUsd: unread * input,
    outputUsd: (outputTokens * rule.output * (step?.output ?? 1)) / million,
  }
}
