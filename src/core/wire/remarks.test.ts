import { expect, test } from 'vitest'
import { spentMs } from '../../../test/support/spent-ms.ts'
import { readRemarks } from './remarks.ts'

test('reads why a cache missed, what was dropped and what was cleared', () => {
  const answer = JSON.stringify({
    content: [
      { type: 'text', text: 'the word "diagnostics": {"cache_miss_reason":"no"} in a text' },
    ],
    context_management: {
      applied_edits: [
        { type: 'clear_tool_uses_20250919', cleared_tool_uses: 8, cleared_input_tokens: 50_000 },
      ],
    },
    diagnostics: { cache_miss_reason: { type: 'tools_changed' } },
    input_transformations: [
      { type: 'thinking_dropped', reason: 'prefix_binding_mismatch' },
      { type: 'thinking_dropped', reason: 'prefix_binding_mismatch' },
    ],
  })
  expect(readRemarks(answer)).toEqual({
    cacheMissReason: 'tools_changed',
    inputTransformations: { 'thinking_dropped:prefix_binding_mismatch': 2 },
    appliedEdits: [
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 8, cleared_input_tokens: 50_000 },
    ],
  })
})

test('reads them from the events of a stream', () => {
  const start = {
    type: 'message_start',
    message: { diagnostics: { cache_miss_reason: 'expired' } },
  }
  const end = { type: 'message_delta', context_management: { applied_edits: [] } }
  const events = [start, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  expect(readRemarks(events)).toEqual({ cacheMissReason: 'expired' })
})

test.each([
  ['nothing', ''],
  ['null', '{"diagnostics":null,"input_transformations":[],"context_management":{}}'],
  ['words that are no kind', '{"diagnostics":{"cache_miss_reason":"<b>a whole sentence</b>"}}'],
  ['an object that never ends', `"diagnostics":{${'"a":1,'.repeat(10_000)}`],
])('says nothing of %s', (_, text) => {
  expect(readRemarks(text)).toEqual({})
})

test('takes a moment, whatever is repeated', () => {
  const spent = spentMs(() => {
    readRemarks('"diagnostics":{'.repeat(500_000))
    readRemarks(`"context_management":${'{'.repeat(2_000_000)}`)
  })
  expect(spent).toBeLessThan(2000)
})
