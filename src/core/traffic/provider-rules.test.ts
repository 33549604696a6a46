import { expect, test } from 'vitest'
import { providerRules, ruleFinder } from './provider-rules.ts'

const ruleOf = ruleFinder()

test.each([
  ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
  ['openai/gpt-5.1-codex-max', 'gpt-5.1-codex-max'],
  ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
  [
    'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-4-1-20250805-v1:0',
    'claude-opus-4-1',
  ],
  ['claude-opus-4-1@20250805', 'claude-opus-4-1'],
  [
    'projects/p/locations/l/publishers/anthropic/models/claude-3-5-sonnet-v2@20241022',
    'claude-3-5-sonnet',
  ],
  ['gemini-2.5-flash-lite-preview-09-2025', 'gemini-2.5-flash-lite'],
  ['models/gemini-3-pro-preview', 'gemini-3-pro'],
  ['deepseek-v4-pro-0813', 'deepseek-v4-pro'],
  ['devstral-2512', 'devstral'],
  ['x-ai/grok-4-0709', 'grok-4'],
  ['moonshotai/kimi-k2-0905:free', 'kimi-k2'],
])('%s has the row of %s', (name, model) => {
  const rule = ruleOf(name)
  expect(rule.models).toContain(model)
  expect(rule).toEqual(providerRules.find(({ models }) => models.includes(model)))
})

test.each([
  { name: 'claude-opus-9', like: 'claude-opus-5-5' },
  { name: 'gpt-5-pro', like: 'gpt-5' },
  { name: 'gpt-7', like: 'gpt-6.1-sol' },
])('$name is estimated by $like, and says so', ({ name, like }) => {
  const { certainty, input, output, checked, source } = ruleOf(name)
  expect({ certainty, input, output, checked, source }).toEqual({
    certainty: 'estimate',
    input: ruleOf(like).input,
    output: ruleOf(like).output,
    checked: undefined,
    source: `like ${like}`,
  })
})

test('what is unknown counts as bound to its history', () => {
  expect(ruleOf('my-deployment')).toMatchObject({ certainty: 'estimate', isThinkingBound: true })
  expect(ruleOf('claude-opus-5-next').isThinkingBound).toBe(true)
  expect(ruleOf('claude-opus-4-8').isThinkingBound).toBe(false)
  expect(ruleOf('claude-opus-5-5').isThinkingBound).toBe(true)
})

test('lines of the configuration come before the table, and keep what they do not say', () => {
  const own = ruleFinder(['gpt-5* 1 2', 'claude-haiku-5-5 0.2 1 0.02 0.25 0.4'])
  expect(own('openai/gpt-5-mini-2025-08-07')).toMatchObject({
    input: 1,
    output: 2,
    cacheRead: 1,
    cacheWrite: 1,
    source: 'proxy.prices',
  })
  expect(own('claude-haiku-5-5-20261007')).toMatchObject({
    cacheRead: 0.02,
    cacheWriteHour: 0.4,
    steps: [{ aboveTokens: 100_000, input: 5, output: 5 }],
  })
  expect(own('gpt-4.1').input).toBe(2)
})

test('every row has a source and, unless it is a guess, its day; no name is there twice; reading never costs more than sending', () => {
  const names = providerRules.flatMap(({ models }) => models)
  expect(new Set(names).size).toBe(names.length)
  for (const { checked, source, cacheRead, cacheWrite, input } of providerRules) {
    if (checked === undefined) expect(source).toMatch(/^like /)
    else
      expect([checked, source]).toEqual([
        expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        expect.stringMatching(/^https:/),
      ])
    expect(cacheRead).toBeLessThan(input)
    expect(cacheWrite).toBeGreaterThanOrEqual(input)
  }
})

test('a name as long as a client likes is looked up quickly', () => {
  expect(ruleOf(`claude-${'a-'.repeat(100_000)}opus`).certainty).toBe('estimate')
})
