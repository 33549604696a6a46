import { type ModelRule, modelsDev, rowsOf } from '../model-rule.ts'

const million = 1_000_000
const double = { input: 2, output: 2 }

/** Prices outside the peak hours (01–04 and 06–10 UTC on working days), in which they double. */
const deepseek = rowsOf(
  'deepseek',
  {},
  {
    certainty: 'reported',
    checked: '2026-11-18',
    source: 'https://api-docs.deepseek.com/quick_start/pricing',
    minCacheTokens: 64,
    cacheMs: 60 * 60_000,
    windowTokens: million,
  },
)

const xai = rowsOf(
  'xai',
  { read: 0.25 },
  {
    certainty: 'page',
    checked: '2026-11-18',
    source: 'https://docs.x.ai/developers/grok-4-5',
    steps: [{ aboveTokens: 200_000, ...double }],
  },
)

/** The last day they were in that table. */
const lastSeen = { ...modelsDev, checked: '2026-05-16' }

const moonshot = rowsOf('moonshot', {}, { ...modelsDev, windowTokens: 262_144 })

const zhipu = rowsOf('zhipu', {}, { ...modelsDev, windowTokens: 202_752 })

/** Implicit caching; one that is asked for costs 1.25 to store and a tenth to read. */
const qwen = rowsOf(
  'qwen',
  { read: 0.2 },
  { ...modelsDev, minCacheTokens: 256, windowTokens: 262_144 },
)

/** Reads at a tenth are from its page on prompt caching. */
const mistral = rowsOf('mistral', { read: 0.1 }, { ...modelsDev, windowTokens: 262_144 })

export const otherRules: readonly ModelRule[] = [
  deepseek(['deepseek-flash', 'deepseek-v4-flash', 'deepseek-v4.1-flash'], 0.15, 0.6, {
    cacheRead: 0.003,
  }),
  deepseek(['deepseek-v4-pro', 'deepseek-v4'], 0.66, 1.98, { cacheRead: 0.022 }),
  deepseek(['deepseek-chat', 'deepseek-reasoner'], 0.14, 0.28, {
    ...modelsDev,
    cacheRead: 0.0028,
  }),
  deepseek('deepseek-v3.2', 0.28, 0.42, {
    certainty: 'reported',
    checked: '2026-07-24',
    source: 'https://github.com/Wei-Shaw/model-price-repo',
    cacheRead: 0.028,
    windowTokens: 131_072,
  }),
  xai('grok-4.5', 2, 6, { windowTokens: 500_000 }),
  xai(['grok-4.7', 'grok-4.6'], 2, 6, {
    windowTokens: 500_000,
    certainty: 'estimate',
    checked: undefined,
    source: 'like grok-4.5',
  }),
  xai('grok-4.3', 1.25, 2.5, { ...modelsDev, cacheRead: 0.2, windowTokens: million }),
  xai('grok-4', 3, 15, {
    ...lastSeen,
    windowTokens: 256_000,
    steps: [{ aboveTokens: 128_000, ...double }],
  }),
  xai(['grok-4-fast', 'grok-4.1-fast', 'grok-4-1-fast'], 0.2, 0.5, {
    ...lastSeen,
    windowTokens: 2 * million,
  }),
  xai('grok-code-fast-1', 0.2, 1.5, {
    ...lastSeen,
    cacheRead: 0.02,
    windowTokens: 256_000,
    steps: [],
  }),
  moonshot('kimi-k3', 3, 15, {
    checked: '2026-07-18',
    source: 'https://github.com/getagentseal/codeburn/pull/709',
    cacheRead: 0.3,
    windowTokens: 1_048_576,
  }),
  moonshot('kimi-k2.7-code', 0.95, 4, { cacheRead: 0.19 }),
  moonshot('kimi-k2.6', 0.95, 4, { cacheRead: 0.16 }),
  moonshot('kimi-k2.5', 0.6, 3, { cacheRead: 0.1 }),
  moonshot(['kimi-k2', 'kimi-k2-thinking'], 0.6, 2.5, { cacheRead: 0.15 }),
  zhipu('glm-5.3', 1.4, 4.4, {
    checked: '2026-08-19',
    source: 'https://openrouter.ai/~z-ai/glm-latest',
    cacheRead: 0.26,
    windowTokens: million,
  }),
  zhipu('glm-5.2', 1.4, 4.4, { cacheRead: 0.26, windowTokens: million }),
  zhipu('glm-5.1', 1.4, 4.4, { cacheRead: 0.26 }),
  zhipu('glm-5-turbo', 1.2, 4, { cacheRead: 0.24, windowTokens: 200_000 }),
  zhipu('glm-5', 1, 3.2, { cacheRead: 0.2 }),
  zhipu(['glm-4.7', 'glm-4.6'], 0.6, 2.2, { cacheRead: 0.11, windowTokens: 204_800 }),
  zhipu('glm-4.5', 0.6, 2.2, { cacheRead: 0.11, windowTokens: 131_072 }),
  // Steps of the international price list; the second is told, the first is half way to it.
  qwen('qwen3-max', 1.2, 6, {
    steps: [
      { aboveTokens: 32_000, ...double },
      { aboveTokens: 128_000, input: 2.5, output: 2.5 },
    ],
  }),
  qwen(['qwen3-coder-plus', 'qwen3-coder'], 1, 5, {
    windowTokens: million,
    steps: [{ aboveTokens: 32_000, input: 1.8, output: 1.8 }],
    certainty: 'estimate',
  }),
  qwen('qwen3.7-max', 2.5, 7.5, { windowTokens: million }),
  qwen('qwen3.6-plus', 0.5, 3, {
    windowTokens: million,
    steps: [{ aboveTokens: 256_000, input: 4, output: 2 }],
  }),
  mistral(['mistral-medium-3.5', 'mistral-medium-3-5', 'mistral-medium'], 1.5, 7.5),
  mistral(['mistral-large-4', 'mistral-large-4-0'], 0.68, 2.09, {
    checked: '2026-11-18',
    source:
      'https://www.getmaxim.ai/bifrost/llm-cost-calculator/provider/mistral/model/mistral-large-4-0.md',
    windowTokens: 1_049_000,
  }),
  mistral(['mistral-large-3', 'mistral-large'], 0.5, 1.5),
  mistral(['mistral-small-4', 'mistral-small'], 0.15, 0.6, { windowTokens: 256_000 }),
  mistral(['devstral-2', 'devstral-medium', 'devstral'], 0.4, 2),
  mistral('devstral-small', 0.1, 0.3, { windowTokens: 128_000 }),
  mistral(['magistral-medium'], 2, 5, { windowTokens: 128_000 }),
  mistral('codestral', 0.3, 0.9, { windowTokens: 256_000 }),
]
