import { expect, test } from 'vitest'
import { applyEdits } from '../../mask/request/apply-edits.ts'
import { repairMessages } from './repair-chat.ts'

const repaired = (messages: readonly unknown[]): readonly unknown[] =>
  applyEdits(
    messages,
    repairMessages(messages).map(({ edit }) => edit),
  )
const call = (id: unknown, input: unknown) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: input },
})

test('what is whole stays the very same list', () => {
  const messages = [
    { role: 'assistant', tool_calls: [call('a', '{"x":1}')] },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
    { role: 'user', content: 'thanks' },
    7,
  ]
  expect(repaired(messages)).toBe(messages)
})

test('calls without an id and their results get the same one, in order', () => {
  const messages = [
    { role: 'assistant', tool_calls: [call('', '{}'), call(undefined, '{}')] },
    { role: 'tool', content: 'one' },
    { role: 'tool', tool_call_id: '', content: 'two' },
  ]
  expect(repaired(messages)).toEqual([
    { role: 'assistant', tool_calls: [call('call_tamis_0_0', '{}'), call('call_tamis_0_1', '{}')] },
    { role: 'tool', tool_call_id: 'call_tamis_0_0', content: 'one' },
    { role: 'tool', tool_call_id: 'call_tamis_0_1', content: 'two' },
  ])
})

test.each([
  ['{"path": "a', '{"input":"{\\"path\\": \\"a"}'],
  ['', '{}'],
  ['[1]', '{"input":"[1]"}'],
  [{ path: 'a' }, '{"path":"a"}'],
  [undefined, '{}'],
])('arguments %j become %s', (input, wanted) => {
  const messages = [{ role: 'assistant', tool_calls: [call('a', input)] }]
  expect(repaired(messages)).toEqual([{ role: 'assistant', tool_calls: [call('a', wanted)] }])
})
