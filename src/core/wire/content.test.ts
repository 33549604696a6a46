import { describe, expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { resultFacts } from '../mask/facts/result-facts.ts'
import { resolvePolicy } from '../mask/policy.ts'
import { maskConversation } from '../mask/window/mask.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { contentChars } from './content.ts'

const words = { type: 'text', text: 'x'.repeat(500) }
const image = { type: 'image', source: { type: 'base64', data: 'x'.repeat(90_000) } }

describe('what a result holds', () => {
  function maskedWith(content: unknown): number {
    const messages = [0, 1, 2].flatMap((n) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'find', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content }] },
    ])
    const policy = resolvePolicy({ commit_every_turns: 1, window_turns: 1 })
    return maskConversation(anthropicMessages.read(messages), policy, resultFacts(digest)).masked
      .length
  }

  test('text and media may be replaced', () => {
    expect(maskedWith([words, image])).toBe(2)
  })

  test.each(['tool_reference', 'search_result', 'what_comes_next'])('%s never is', (type) => {
    expect(maskedWith([words, { type, tool_name: 'read' }])).toBe(0)
    expect(maskedWith([words, null])).toBe(0)
  })
})

describe('how long a part counts', () => {
  test.each([
    ['an image as a usual one', image, 6000, 6000],
    ['thinking', { type: 'thinking', thinking: 'x'.repeat(90), signature: 'y' }, 90, 150],
    ['redacted thinking', { type: 'redacted_thinking', data: 'x'.repeat(90) }, 90, 150],
    [
      'a tool of the server',
      { type: 'server_tool_use', name: 'search', input: { q: 'a' } },
      20,
      60,
    ],
    ['a reference', { type: 'tool_reference', tool_name: 'read' }, 10, 60],
  ])('%s', (_, part, least, most) => {
    expect(contentChars([part])).toBeGreaterThanOrEqual(least)
    expect(contentChars([part])).toBeLessThanOrEqual(most)
  })
})
