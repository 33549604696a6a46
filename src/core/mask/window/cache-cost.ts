/** What a provider asks for a token of a prompt, relative to a fresh one. */
export interface CachePrices {
  /** A token of the prefix it has seen before. */
  readonly read: number
  /** A token it stores for the next request. */
  readonly write: number
}

/** Above so many tokens of the prompt the whole request is dearer by this factor. */
interface PromptStep {
  readonly aboveTokens: number
  readonly input: number
}

/** A model's prompt cache, and what it asks for long prompts. */
export interface PromptCache extends CachePrices {
  /** How long what was sent is remembered without being asked for. */
  readonly lifeMs: number
  /** In the order of their limits. */
  readonly steps?: readonly PromptStep[] | undefined
  /** How long a prompt may be; absent where it is not known. */
  readonly windowTokens?: number | undefined
}

/** The usual prices of a prompt cache. */
export const usualCachePrices: CachePrices = { read: 0.1, write: 1.25 }
export const usualPromptCache: PromptCache = { ...usualCachePrices, lifeMs: 5 * 60_000 }

/** What a rewrite adds to the request it is made with: its tail is written, less what left it, instead of read. */
export function rewriteCost(
  tailChars: number,
  freedChars: number,
  { read, write }: CachePrices = usualCachePrices,
): number {
  return (tailChars - freedChars) * write - tailChars * read
}

/**
 * What masking now has earned, less its price. Carrying text costs one read of it per turn; masking
 * it costs one write, instead of one read, of all that follows it and stays. Masking once the first
 * reaches a share of the second is the rule for renting or buying skis: it needs no knowledge of
 * how long the conversation will last, and comes near the best batch for every mix of sizes.
 */
export function rewriteSurplus(
  carriedCharTurns: number,
  tailChars: number,
  payback: number,
  { read, write }: CachePrices = usualCachePrices,
): number {
  return carriedCharTurns * read - payback * tailChars * (write - read)
}
