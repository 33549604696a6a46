import { expect, test } from 'vitest'
import { createTraffic } from '../../core/traffic/traffic.ts'
import { toPrice } from './prices.ts'

const traffic = createTraffic({ prices: ['my-model 1 2'] })

test.each([
  { model: 'claude-opus-5-5', certainty: 'page', source: 'platform.claude.com', hasDay: true },
  { model: 'kimi-k2.6', certainty: 'reported', source: 'models.dev', hasDay: true },
  { model: 'grok-4.7', certainty: 'estimate', source: 'like grok-4.5', hasDay: false },
  { model: 'no-such-model', certainty: 'estimate', source: 'estimate', hasDay: false },
  { model: 'my-model', certainty: 'page', source: 'proxy.prices', hasDay: false },
])('$model: the price is $certainty, from $source', ({ model, certainty, source, hasDay }) => {
  const [price] = traffic.rules([model]).map(toPrice)
  expect(price).toMatchObject({ certainty, source: expect.stringContaining(source) })
  expect(price?.checked === null).toBe(!hasDay)
})
