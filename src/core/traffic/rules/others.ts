import { type ModelRule, rowsOf } from '../model-rule.ts'

const checked = '2026-11-18'
const million = 1_000_000
const double = { input: 2, output: 2 }

/** Prices outside the peak hours (01–04 and 06–10 UTC on working days), in which they double. */
const deepseek = rowsOf(
  'deepseek',
  {},
  {
    certainty: 'reported',
    checked,
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
    certainty: 'reported',
    checked,
    source: 'https://docs.x.ai/docs/models',
    steps: [{ aboveTokens: 200_000, ...double }],
  },
)

const moonshot = rowsOf(
  'moonshot',
  {},
  {
    certainty: 'reported',
    checked,
    source: 'https://platform.kimi.ai/docs/pricing/chat',
    windowTokens: 262_144,
  },
)

const zhipu = rowsOf(
  'zhipu',
  {},
  {
    certainty: 'reported',
    checked,
    source: 'https://docs.z.ai/guides/overview/pricing',
    windowTokens: 202_752,
  },
)

/** Implicit caching; one that is asked for costs 1.25 to store and a tenth to read. */
const qwen = rowsOf(
  'qwen',
  { read: 0.2 },
  {
    certainty: 'estimate',
    checked,
    source: 'https://www.alibabacloud.com/help/en/model-studio/models',
    minCacheTokens: 256,
    windowTokens: 262_144,
  },
)

/** Reads at a tenth are from its page on prompt caching. */
const mistral = rowsOf(
  'mistral',
  { read: 0.1 },
  {
    certainty: 'reported',
    checked,
    source: 'https://mistral.ai/pricing',
    windowTokens: 262_144,
  },
)

export const otherRules: readonly ModelRule[] = [
  deepseek(['deepseek-flash', 'deepseek-v4-flash', 'deepseek-v4.1-flash'], 0.15, 0.6, {
    cacheRead: 0.003,
  }),
  deepseek(['deepseek-v4-pro', 'deepseek-v4'], 0.66, 1.98, { cacheRead: 0.022 }),
  deepseek(['deepseek-chat', 'deepseek-reasoner', 'deepseek-v3.2'], 0.28, 0.42, {
    cacheRead: 0.028,
    windowTokens: 128_000,
    certainty: 'estimate',
  }),
  xai(['grok-4.7', 'grok-4.6', 'grok-4.5'], 2, 6, { windowTokens: 500_000 }),
  xai('grok-4.3', 1.25, 2.5, { cacheRead: 0.2, windowTokens: million, certainty: 'page' }),
  xai('grok-4', 3, 15, {
    windowTokens: 256_000,
    steps: [{ aboveTokens: 128_000, ...double }],
  }),
  xai(['grok-4-fast', 'grok-4.1-fast'], 0.2, 0.5, { windowTokens: 2 * million }),
  xai('grok-code-fast-1', 0.2, 1.5, { cacheRead: 0.02, windowTokens: 256_000, steps: [] }),
  moonshot('kimi-k3', 3, 15, { cacheRead: 0.3, windowTokens: 1_048_576 }),
  moonshot(['kimi-k2.6', 'kimi-k2.7-code'], 0.95, 4, { cacheRead: 0.16 }),
  moonshot('kimi-k2.5', 0.6, 3, { cacheRead: 0.1 }),
  moonshot(['kimi-k2', 'kimi-k2-thinking'], 0.6, 2.5, { cacheRead: 0.15 }),
  zhipu(['glm-5.3', 'glm-5.2'], 1.4, 4.4, { cacheRead: 0.26, windowTokens: million }),
  zhipu('glm-5.1', 1.4, 4.4, { cacheRead: 0.26 }),
  zhipu('glm-5-turbo', 1.2, 4, { cacheRead: 0.24 }),
  zhipu('glm-5', 1, 3.2, { cacheRead: 0.2 }),
  zhipu(['glm-4.7', 'glm-4.6', 'glm-4.5'], 0.6, 2.2, { cacheRead: 0.11 }),
  qwen('qwen3-max', 1.2, 6, { steps: [{ aboveTokens: 32_000, ...double }] }),
  qwen(['qwen3-coder-plus', 'qwen3-coder'], 1, 5, {
    windowTokens: million,
    steps: [{ aboveTokens: 32_000, input: 1.8, output: 1.8 }],
  }),
  qwen('qwen3.7-max', 1.7, 5.1, { windowTokens: million }),
  qwen('qwen3.6-plus', 0.3, 1.8, { windowTokens: million }),
  mistral(['mistral-medium-3.5', 'mistral-medium-3-5', 'mistral-medium'], 1.5, 7.5),
  mistral(['mistral-large-3', 'mistral-large'], 0.5, 1.5),
  mistral(['mistral-small-4', 'mistral-small'], 0.1, 0.3),
  mistral(['devstral-2', 'devstral-medium', 'devstral'], 0.4, 2),
  mistral('devstral-small', 0.1, 0.3),
  mistral(['magistral-medium'], 2, 5),
  mistral('codestral', 0.3, 0.9),
]
