import { expect, test } from 'vitest'
import { ruleFinder } from './provider-rules.ts'
import { resetCost } from './reset-cost.ts'

const ruleOf = ruleFinder()

test('a conversation that is reset is written once more, and read longer from then on', () => {
  // Opus 5.5: $4 of input, a write at 1.25 of it, a read at .05.
  const cost = resetCost({ before: 100_000, after: 40_000 }, ruleOf('claude-opus-5-5'))
  expect(cost.tokens_back).toBe(60_000)
  expect(cost.next_request_usd).toBeCloseTo(0.5 - 0.008)
  expect(cost.each_later_request_usd).toBeCloseTo(0.012)
  expect(cost.drops_thinking).toBe(true)
})

test('one of which nothing was left out costs nothing, and one of a model that signs nothing loses no thinking', () => {
  const whole = resetCost({ before: 10, after: 10 }, ruleOf('claude-opus-5-5'))
  expect(whole).toEqual({
    tokens_back: 0,
    next_request_usd: 0,
    each_later_request_usd: 0,
    drops_thinking: false,
  })
  expect(resetCost({ before: 9, after: 5 }, ruleOf('gpt-5')).drops_thinking).toBe(false)
})
