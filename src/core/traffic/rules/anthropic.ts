import { type ModelRule, modelsDev, rowsOf } from '../model-rule.ts'

const million = 1_000_000
const short = 200_000

const row = rowsOf(
  'anthropic',
  { read: 0.1, write: 1.25, hour: 2 },
  {
    certainty: 'page',
    checked: '2026-11-18',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    windowTokens: million,
  },
)

/** Reads of the newest models cost less than a tenth; their thinking is bound to what came before it. */
const bound = { isThinkingBound: true, minCacheTokens: 512 }

export const anthropicRules: readonly ModelRule[] = [
  row(['claude-fable-5-1', 'claude-mythos-5-1'], 10, 50, { ...bound, cacheRead: 0.25 }),
  // Their prices were not found: taken from 5.1.
  row(['claude-fable-5-2', 'claude-mythos-5-2'], 10, 50, {
    ...bound,
    cacheRead: 0.25,
    certainty: 'estimate',
    checked: undefined,
    source: 'like claude-fable-5-1',
  }),
  row(['claude-fable-5', 'claude-mythos-5'], 10, 50, { ...modelsDev, minCacheTokens: 512 }),
  row('claude-opus-5-5', 4, 20, { ...bound, cacheRead: 0.2 }),
  row('claude-opus-5', 5, 25, { minCacheTokens: 512 }),
  row('claude-opus-4-8', 5, 25, modelsDev),
  row('claude-opus-4-7', 5, 25, { ...modelsDev, minCacheTokens: 2048 }),
  row('claude-opus-4-6', 5, 25, { ...modelsDev, minCacheTokens: 4096 }),
  row('claude-opus-4-5', 5, 25, { ...modelsDev, minCacheTokens: 4096, windowTokens: short }),
  row(['claude-opus-4-1', 'claude-opus-4', 'claude-opus-4-0', 'claude-3-opus'], 15, 75, {
    ...modelsDev,
    windowTokens: short,
  }),
  // A tenth until 2026-10-07, half of that since.
  row('claude-sonnet-5-5', 2, 10, { ...bound, cacheRead: 0.1 }),
  row('claude-sonnet-5', 2, 10),
  row('claude-sonnet-4-6', 3, 15, modelsDev),
  row(
    [
      'claude-sonnet-4-5',
      'claude-sonnet-4',
      'claude-sonnet-4-0',
      'claude-3-7-sonnet',
      'claude-3-5-sonnet',
      'claude-3-sonnet',
    ],
    3,
    15,
    { ...modelsDev, windowTokens: short },
  ),
  row('claude-haiku-5-5', 0.1, 0.5, {
    ...bound,
    steps: [{ aboveTokens: 100_000, input: 5, output: 5 }],
  }),
  row('claude-haiku-4-5', 1, 5, { minCacheTokens: 4096, windowTokens: short }),
  row('claude-3-5-haiku', 0.8, 4, {
    certainty: 'reported',
    source: 'https://docs.rs/synaps/0.10.2/synaps_cli/pricing/index.html',
    minCacheTokens: 2048,
    windowTokens: short,
  }),
  row('claude-3-haiku', 0.25, 1.25, {
    ...modelsDev,
    cacheRead: 0.03,
    cacheWrite: 0.3,
    minCacheTokens: 2048,
    windowTokens: short,
  }),
]
