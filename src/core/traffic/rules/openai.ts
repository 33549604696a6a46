import { type ModelRule, modelsDev, rowsOf } from '../model-rule.ts'

const source = 'https://developers.openai.com/api/docs/pricing'
const halfHour = 30 * 60_000
const long = [{ aboveTokens: 272_000, input: 2, output: 1.5 }]

/** Up to GPT-5.5 nothing is asked for storing. */
const row = rowsOf(
  'openai',
  { read: 0.1 },
  { certainty: 'page', checked: '2026-11-18', source, windowTokens: 272_000 },
)

/** Since GPT-5.6 what is stored costs a quarter more, and stays for half an hour. */
const stored = rowsOf(
  'openai',
  { read: 0.1, write: 1.25 },
  {
    certainty: 'reported',
    checked: '2026-11-18',
    source,
    cacheMs: halfHour,
    windowTokens: 1_000_000,
  },
)

export const openaiRules: readonly ModelRule[] = [
  stored('gpt-6.1-sol', 2, 10, { cacheRead: 0.1, steps: long, windowTokens: 872_000 }),
  stored('gpt-6-sol', 2, 10, { steps: long, windowTokens: 922_000 }),
  stored('gpt-6-luna', 0.1, 0.5, { steps: long, windowTokens: 922_000 }),
  stored('gpt-6-astra', 10, 50, { steps: long }),
  stored(['gpt-5.6-sol', 'gpt-5.6'], 4, 20),
  stored('gpt-5.6-terra', 2, 12),
  stored('gpt-5.6-luna', 0.2, 1.2),
  row('gpt-5.5', 5, 30, { steps: long, windowTokens: 1_050_000 }),
  row('gpt-5.4', 2.5, 15, { steps: long, windowTokens: 1_050_000 }),
  row('gpt-5.4-mini', 0.75, 4.5),
  row('gpt-5.4-nano', 0.2, 1.25),
  row(['gpt-5.2', 'gpt-5.2-codex', 'gpt-5.3-codex', 'gpt-5.3'], 1.75, 14, modelsDev),
  row(
    [
      'gpt-5',
      'gpt-5-codex',
      'gpt-5-chat',
      'gpt-5.1',
      'gpt-5.1-codex',
      'gpt-5.1-codex-max',
      'gpt-5.1-chat',
    ],
    1.25,
    10,
  ),
  row(['gpt-5-mini', 'gpt-5.1-codex-mini'], 0.25, 2),
  row('gpt-5-nano', 0.05, 0.4),
  row('gpt-4.1', 2, 8, { cacheRead: 0.5, windowTokens: 1_047_576 }),
  row('gpt-4.1-mini', 0.4, 1.6, { cacheRead: 0.1, windowTokens: 1_047_576 }),
  row('gpt-4.1-nano', 0.1, 0.4, { cacheRead: 0.025, windowTokens: 1_047_576 }),
  row(['gpt-4o', 'chatgpt-4o'], 2.5, 10, { cacheRead: 1.25, windowTokens: 128_000 }),
  row('gpt-4o-mini', 0.15, 0.6, { cacheRead: 0.075, windowTokens: 128_000 }),
  row('o3', 2, 8, { ...modelsDev, cacheRead: 0.5, windowTokens: 200_000 }),
  row('o4-mini', 1.1, 4.4, { ...modelsDev, cacheRead: 0.275, windowTokens: 200_000 }),
]
