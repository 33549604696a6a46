import { expect, test } from 'vitest'
import { boundThinking } from './bound-thinking.ts'

const dropped = { prefix_mismatch_behavior: 'drop_block' }

test.each([
  ['no settings', '{"model":"m","messages":[]}', { type: 'disabled', block_binding: dropped }],
  [
    'settings of its own',
    '{"thinking":{"type":"enabled","budget_tokens":9},"messages":[]}',
    { type: 'enabled', budget_tokens: 9, block_binding: dropped },
  ],
  [
    'another wish',
    '{"messages":[],"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"error","x":1}}}',
    { type: 'adaptive', block_binding: { x: 1, ...dropped } },
  ],
])(
  'a request with %s asks to drop what does not fit, and stays the same otherwise',
  (_, body, thinking) => {
    const { thinking: _was, ...rest } = JSON.parse(body)
    expect(JSON.parse(boundThinking.dropping(body) ?? '')).toEqual({ ...rest, thinking })
  },
)

test('a request that asks for it already is not asked twice', () => {
  const once = boundThinking.dropping('{"messages":[]}') ?? ''
  expect(boundThinking.dropping(once)).toBeUndefined()
})

test('only the refusal of bound thinking is one', () => {
  const words =
    'Invalid signature in thinking block. The block is bound to a different conversation.'
  expect(boundThinking.isRefusal(400, words)).toBe(true)
  expect(boundThinking.isRefusal(200, words)).toBe(false)
  expect(boundThinking.isRefusal(400, 'max_tokens: too large')).toBe(false)
})
