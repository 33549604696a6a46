import type { Usage } from '../../engine.ts'

/** What a model asks, in dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What a request cost, and what the tokens it left out would have added, in dollars. */
export function estimateCost(
  price: Price,
  usage: Usage,
  freedTokens: number,
): { readonly costUsd: number; readonly savedUsd: number } {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  const inputUsd =
    fresh * price.input + cacheReadTokens * price.cacheRead + cacheWriteTokens * price.cacheWrite
  // What was left out would have been cached as much as what was sent.
  const perToken = inputTokens === 0 ? price.input : inputUsd / inputTokens
  const million = 1_000_000
  return {
    costUsd: (inputUsd + outputTokens * price.output) / million,
    savedUsd: (freedTokens * perToken) / million,
  }
}
