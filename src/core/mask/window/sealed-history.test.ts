import { describe, expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { type FormatName, wireFormat } from '../../wire/wire-formats.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { resolvePolicy } from '../policy.ts'
import { maskConversation } from './mask.ts'

type Item = Readonly<Record<string, unknown>>

const policy = resolvePolicy({ commit_every_turns: 1, window_turns: 1, clear_inputs: true })
const maskedOf = (format: FormatName, list: readonly Item[]): number =>
  maskConversation(wireFormat(format).read(list), policy, resultFacts(digest)).masked.length

/** Three turns; what the model thought stands in the second of them. */
function messages(thought: readonly Item[]): readonly Item[] {
  return [0, 1, 2].flatMap((n) => [
    {
      role: 'assistant',
      content: [
        ...(n === 1 ? thought : []),
        { type: 'tool_use', id: `t${n}`, name: 'read', input: { path: 'x'.repeat(3000) } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'x'.repeat(500) }],
    },
  ])
}

function chat(fields: Item): readonly Item[] {
  return [0, 1, 2].flatMap((n) => [
    {
      role: 'assistant',
      tool_calls: [{ id: `t${n}`, function: { name: 'read', arguments: '{}' } }],
      ...(n === 1 ? fields : {}),
    },
    { role: 'tool', tool_call_id: `t${n}`, content: 'x'.repeat(500) },
  ])
}

describe('a history with signed thinking is not rewritten', () => {
  test.each([
    ['thinking', [{ type: 'thinking', thinking: 'hm', signature: 's' }]],
    ['redacted thinking', [{ type: 'redacted_thinking', data: 's' }]],
  ])('Anthropic: %s', (_, thought) => {
    expect(maskedOf('anthropic-messages', messages(thought))).toBe(0)
    expect(maskedOf('anthropic-messages', messages([]))).toBe(4)
  })

  test.each([
    [
      'thinking blocks',
      { thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] },
    ],
    [
      'a signature',
      { reasoning_details: [{ type: 'reasoning.text', text: 'hm', signature: 's' }] },
    ],
    [
      'encrypted thinking of Claude',
      { reasoning_details: [{ type: 'reasoning.encrypted', format: 'anthropic-claude-v1' }] },
    ],
  ])('chat messages that carry %s', (_, fields) => {
    expect(maskedOf('openai-chat', chat(fields))).toBe(0)
  })

  test.each([
    { extra_content: { google: { thought_signature: 's' } } },
    { provider_specific_fields: { thought_signature: 's' } },
  ])('a chat call that carries a signature keeps its arguments: %j', (fields) => {
    const [write, ...rest] = [0, 1, 2].flatMap((n) => [
      {
        role: 'assistant',
        tool_calls: [
          { id: `t${n}`, function: { name: 'write', arguments: `{"text":"${'x'.repeat(3000)}"}` } },
        ],
      },
      { role: 'tool', tool_call_id: `t${n}`, content: 'Done.' },
    ])
    const calls = (write?.tool_calls ?? []).map((call) => ({ ...call, ...fields }))
    expect(maskedOf('openai-chat', [{ ...write, tool_calls: calls }, ...rest])).toBe(3)
    expect(maskedOf('openai-chat', [{ ...write }, ...rest])).toBe(4)
  })

  test('reasoning that is not bound to what came before it changes nothing', () => {
    expect(maskedOf('openai-chat', chat({ reasoning_content: 'hm' }))).toBe(2)
    const items = [0, 1, 2].flatMap((n) => [
      { type: 'reasoning', summary: [], encrypted_content: 's' },
      { type: 'function_call', call_id: `t${n}`, name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: `t${n}`, output: 'x'.repeat(500) },
    ])
    expect(maskedOf('openai-responses', items)).toBe(2)
  })
})
