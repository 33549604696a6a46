import type { Usage } from './usage.ts'

/** What a model asks, in dollars per million tokens. */
export interface Price {
  readonly model: RegExp
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Lines of `model input output cache_read cache_write`; a model may hold `*`. The first match counts. */
export function parsePrices(lines: readonly string[]): readonly Price[] {
  return lines.map((line) => {
    const [model = '*', ...numbers] = line.trim().split(/\s+/)
    const [input = 0, output = 0, cacheRead = input, cacheWrite = input] = numbers.map(Number)
    return { model: toPattern(model), input, output, cacheRead, cacheWrite }
  })
}

export type PriceOf = (model: string) => Price | undefined

const rememberedModels = 100

/** The price of a model; each name is looked up once. */
export function priceFinder(prices: readonly Price[]): PriceOf {
  const known = new Map<string, Price | undefined>()
  return (model) => {
    if (known.has(model)) return known.get(model)
    const price = prices.find((candidate) => candidate.model.test(model))
    if (known.size >= rememberedModels) known.clear()
    known.set(model, price)
    return price
  }
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

function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*')
  return new RegExp(`^(?:.*/)?${escaped}$`, 'i')
}
