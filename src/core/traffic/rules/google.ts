import { type ModelRule, rowsOf } from '../model-rule.ts'

/** Implicit caching: a tenth when it hits, which is not promised; nothing is asked for storing. */
const row = rowsOf(
  'google',
  { read: 0.1 },
  {
    certainty: 'reported',
    checked: '2026-11-18',
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    minCacheTokens: 4096,
    windowTokens: 1_048_576,
  },
)

const long = [{ aboveTokens: 200_000, input: 2, output: 1.5 }]

export const googleRules: readonly ModelRule[] = [
  // Half price until 2026-12-31.
  row(['gemini-3.8-flash', 'gemini-3.7-flash', 'gemini-3.6-flash'], 0.75, 3.75),
  row('gemini-3.5-flash', 1.5, 9),
  row('gemini-3.5-flash-lite', 0.3, 2.5),
  row(['gemini-3.1-pro', 'gemini-3-pro'], 2, 12, { steps: long }),
  row('gemini-3.1-flash-lite', 0.25, 1.5),
  row('gemini-3-flash', 0.5, 3),
  row('gemini-2.5-pro', 1.25, 10, { steps: long }),
  row('gemini-2.5-flash', 0.3, 2.5, { minCacheTokens: 1024 }),
  row('gemini-2.5-flash-lite', 0.1, 0.4, { minCacheTokens: 1024 }),
]
