/** How far a row can be believed: read on the provider's own page, in a list that others keep, or guessed. */
export type Certainty = 'page' | 'reported' | 'estimate'

/** Above so many tokens of the prompt the whole request is dearer by these factors. */
interface PriceStep {
  readonly aboveTokens: number
  readonly input: number
  readonly output: number
}

/** What a provider asks for a model and accepts from it. Prices are dollars per million tokens. */
export interface ModelRule {
  /** Every name of the model, without dates and without the name of who serves it. */
  readonly models: readonly string[]
  readonly vendor: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** As much as `input` where storing costs nothing more. */
  readonly cacheWrite: number
  /** For an hour, where that can be asked for. */
  readonly cacheWriteHour: number
  /** A shorter prompt is not cached. */
  readonly minCacheTokens: number
  /** How long what was cached stays so without being asked for. */
  readonly cacheMs: number
  /** How long a prompt may be; absent where it is not known. */
  readonly windowTokens?: number
  /** In the order of their limits. */
  readonly steps: readonly PriceStep[]
  /** A history behind a thinking block may not be edited. */
  readonly isThinkingBound: boolean
  readonly certainty: Certainty
  /** The day on which the source said so; absent where none says it. */
  readonly checked?: string | undefined
  /** Where it is from: an address, or what it was guessed by. */
  readonly source: string
}

/** A public list of what models cost, as it was on that day. */
export const modelsDev = {
  certainty: 'reported',
  checked: '2026-07-02',
  source: 'https://models.dev',
} as const

const minute = 60_000

/** Where a page says nothing else. */
const usualCacheMs = 5 * minute

/** What most rows of a vendor have in common; a row says the rest. */
type RowOf = (
  models: string | readonly string[],
  input: number,
  output: number,
  more?: Partial<ModelRule>,
) => ModelRule

/** Makes the rows of one vendor: reading costs `read` and writing `write` times the input price. */
export function rowsOf(
  vendor: string,
  { read = 0.1, write = 1, hour = write }: { read?: number; write?: number; hour?: number },
  common: Pick<ModelRule, 'certainty' | 'source'> & Partial<ModelRule>,
): RowOf {
  return (models, input, output, more = {}) => ({
    models: typeof models === 'string' ? [models] : models,
    vendor,
    input,
    output,
    cacheRead: times(input, read),
    cacheWrite: times(input, write),
    cacheWriteHour: times(input, hour),
    minCacheTokens: 1024,
    cacheMs: usualCacheMs,
    steps: [],
    isThinkingBound: false,
    ...common,
    ...more,
  })
}

/** Without the noise of binary fractions: 0.1 × 0.1 is 0.01. */
function times(price: number, factor: number): number {
  return Number((price * factor).toPrecision(12))
}

/** A cache whose prices are said in fresh tokens: a fresh one costs a dollar, and nothing is lost. */
export function ratioRule({
  read,
  write,
}: {
  readonly read: number
  readonly write: number
}): ModelRule {
  const million = 1_000_000
  return {
    models: ['*'],
    vendor: '',
    input: million,
    output: 0,
    cacheRead: read * million,
    cacheWrite: write * million,
    cacheWriteHour: write * million,
    minCacheTokens: 0,
    cacheMs: Number.MAX_SAFE_INTEGER,
    steps: [],
    isThinkingBound: false,
    certainty: 'estimate',
    source: '',
  }
}
