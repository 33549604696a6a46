import { pricedUsage } from '../traffic/bill.ts'
import type { CountedCall } from './counted-session.ts'

/** What the money went to; the six come to the whole bill. */
export interface Spending {
  /** Text the provider had in its cache. */
  readonly cacheReads: number
  /** Text that was new in its request. */
  readonly newText: number
  /** Text sent before, and paid for again because the cache had lapsed in between. */
  readonly lapsedCaches: number
  /** The same, within the life of the cache: something at the beginning had changed. */
  readonly prefixChanges: number
  /** The same, because another model was asked. */
  readonly modelChanges: number
  readonly answers: number
}

/** Parts of the bill that are also in `Spending`, by what caused them. */
export interface Carried {
  /** System prompt and tool definitions, which are in no item of the conversation. */
  readonly definitions: number
  /** Results of tools above `oversizeTokens`, when they came and every time they were sent again. */
  readonly oversizeResults: number
}

export const oversizeTokens = 4000

export const noSpending: Spending = {
  cacheReads: 0,
  newText: 0,
  lapsedCaches: 0,
  prefixChanges: 0,
  modelChanges: 0,
  answers: 0,
}

export const noCarried: Carried = { definitions: 0, oversizeResults: 0 }

/** What one call was spent on. `before` is the call before it. */
export function spendingOf(call: CountedCall, before: CountedCall | undefined): Spending {
  const { readUsd, newUsd, againUsd, outputUsd } = splitOf(call, before)
  const again = {
    lapsedCaches: 0,
    prefixChanges: 0,
    modelChanges: 0,
    [causeOf(call)]: againUsd,
  }
  return { ...again, cacheReads: readUsd, newText: newUsd, answers: outputUsd }
}

/** What one call carried. `oversize` are tokens of long results, new in this call and sent before. */
export function carriedOf(
  call: CountedCall,
  before: CountedCall | undefined,
  oversize: { readonly newTokens: number; readonly oldTokens: number },
): Carried {
  const { usage, tokens, rule } = call
  const split = splitOf(call, before)
  const newPrice = split.newTokens === 0 ? 0 : split.newUsd / split.newTokens
  const oldTokens = usage.inputTokens - split.newTokens
  const oldPrice = oldTokens === 0 ? newPrice : (split.readUsd + split.againUsd) / oldTokens
  // They stand before everything else, so of what was read they were read first.
  const definitions = Math.max(0, usage.inputTokens - tokens)
  const read = Math.min(definitions, usage.cacheReadTokens)
  const { readUsd, unreadUsd } = pricedUsage(rule, usage)
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    definitions:
      readUsd * share(read, usage.cacheReadTokens) +
      unreadUsd * share(definitions - read, usage.inputTokens - usage.cacheReadTokens),
    oversizeResults: oversize.newTokens * newPrice + oversize.oldTokens * oldPrice,
  }
}

interface Split {
  readonly readUsd: number
  readonly newUsd: number
  readonly newTokens: number
  readonly againUsd: number
  readonly outputUsd: number
}

function splitOf({ rule, usage }: CountedCall, before: CountedCall | undefined): Split {
  const { readUsd, unreadUsd, outputUsd } = pricedUsage(rule, usage)
  const unread = Math.max(0, usage.inputTokens - usage.cacheReadTokens)
  const sentBefore = before?.usage.inputTokens ?? 0
  // A prompt that was too short for the cache could not have been read from it.
  const known = sentBefore < rule.minCacheTokens ? 0 : sentBefore
  const grown = Math.max(0, usage.inputTokens - known)
  const newTokens = Math.min(unread, grown)
  const newUsd = unread === 0 ? 0 : (unreadUsd * newTokens) / unread
  return { readUsd, newUsd, newTokens, againUsd: unreadUsd - newUsd, outputUsd }
}

function causeOf({ isOtherModel, sinceMs, rule }: CountedCall): keyof Spending {
  if (isOtherModel) return 'modelChanges'
  return sinceMs !== undefined && sinceMs > rule.cacheMs ? 'lapsedCaches' : 'prefixChanges'
}

/** Adds up field by field. */
export function addUp<Sums extends { readonly [Name in keyof Sums]: number }>(
  a: Sums,
  b: Sums,
): Sums {
  const names = Object.keys(a) as (keyof Sums)[]
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Sums
}
