import { expect, test } from 'vitest'
import { inputOf, stateOf } from './prune-state.ts'

test.each([
  { address: '', asked: { goal: '', keep_ratio: 0.2 } },
  { address: 'goal=why&keep=50', asked: { goal: 'why', keep_ratio: 0.5 } },
  { address: 'keep=100', asked: { max_prune_ratio: 0 } },
  { address: 'size=tokens&tokens=300', asked: { budget_tokens: 300 } },
  { address: 'type=logs&path=a.log', asked: { source_type: 'logs', path: 'a.log' } },
  { address: 'keep=hello&size=odd&type=novel', asked: { keep_ratio: 0.2 } },
])('asks for $asked at "$address"', ({ address, asked }) => {
  const input = inputOf('text', stateOf(new URLSearchParams(address)), 'en')
  expect(input).toMatchObject({ text: 'text', locale: 'en', explain: true, ...asked })
})

test('leaves the size open where what has a reason stays', () => {
  const input = inputOf('text', stateOf(new URLSearchParams('size=itself')), 'en')
  expect(Object.keys(input)).not.toContain('keep_ratio')
  expect(Object.keys(input)).not.toContain('budget_tokens')
})
