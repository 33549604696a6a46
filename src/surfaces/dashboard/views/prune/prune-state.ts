import type { InputOf } from '../../api/operations.ts'

type Input = InputOf<'prune.preview'>

/** How much may stay: a share, a budget, or what has a reason. */
type Size = 'share' | 'tokens' | 'itself'

/** What the playground is set to, as its address says it. */
export interface PruneState {
  readonly goal: string
  readonly size: Size
  readonly keepPercent: number
  readonly budgetTokens: number
  readonly sourceType: '' | NonNullable<Input['source_type']>
  readonly path: string
  readonly wraps: boolean
}

const sizes: readonly Size[] = ['share', 'tokens', 'itself']
const types = ['code', 'logs', 'docs'] as const

/** The state in an address; what it does not say, or says wrong, is as at first. */
export function stateOf(query: URLSearchParams): PruneState {
  return {
    goal: query.get('goal') ?? '',
    size: sizes.find((one) => one === query.get('size')) ?? 'share',
    keepPercent: numberIn(query.get('keep'), 20, 5, 100),
    budgetTokens: numberIn(query.get('tokens'), 500, 1, 10_000_000),
    sourceType: types.find((one) => one === query.get('type')) ?? '',
    path: query.get('path') ?? '',
    wraps: query.get('wrap') === 'yes',
  }
}

/** What is asked for such a state; at 100 % nothing may go, reason or none. */
export function inputOf(text: string, state: PruneState, locale: 'en' | 'fr'): Input {
  const { goal, size, keepPercent, budgetTokens, sourceType, path } = state
  const sizing =
    size === 'tokens'
      ? { budget_tokens: budgetTokens }
      : size === 'itself'
        ? {}
        : keepPercent >= 100
          ? { max_prune_ratio: 0 }
          : { keep_ratio: keepPercent / 100 }
  return {
    text,
    goal,
    locale,
    explain: true,
    line_scores: true,
    ...sizing,
    ...(sourceType === '' ? {} : { source_type: sourceType }),
    ...(path === '' ? {} : { path }),
  }
}

function numberIn(text: string | null, usual: number, least: number, most: number): number {
  const value = Number(text)
  return text === null || !Number.isFinite(value)
    ? usual
    : Math.min(most, Math.max(least, Math.round(value)))
}
