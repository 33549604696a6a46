import { expect, test } from 'vitest'
import { policyInForce } from './policy-in-force.ts'

const setting = (key: string, value?: unknown) => ({ key, meaning: '', value, origin: 'default' })

test.each([
  { every: undefined, shown: [8, 16_000] },
  { every: 20, shown: [8, 16_000] },
  { every: 1, shown: [8, 0] },
])('of a commit every $every turns shows what is not set as $shown', ({ every, shown }) => {
  const settings = [
    setting('mask.commit_every_turns', every),
    setting('mask.window_turns'),
    setting('mask.min_context_tokens'),
  ]
  expect(
    policyInForce(settings)
      .slice(1)
      .map(({ value }) => value),
  ).toEqual(shown)
})

test('keeps what was set, what has no default, and every other section', () => {
  const settings = [
    setting('mask.window_turns', 3),
    setting('mask.keep_last_k_per_tool'),
    setting('mask.prune_min_tokens', 4000),
    setting('llm.model'),
  ]
  expect(policyInForce(settings)).toEqual(settings)
})
