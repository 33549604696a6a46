import { expect, test } from 'vitest'
import { seenFacts, sievedBody } from '../../../../test/support/sieved-body.ts'
import { digest } from '../../../adapters/node/digest.ts'
import type { Sieved } from '../sieve-request.ts'
import { seenRequests } from './seen-requests.ts'
import { showRequest } from './show-request.ts'

const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } }],
})

function sieved(messages: readonly object[], more: Partial<Sieved> = {}): Sieved {
  return sievedBody(JSON.stringify({ model: 'gpt-5', messages }), more)
}

const masked = {
  id: 'msk_a',
  kind: 'result',
  toolCallId: 'call_1',
  tool: 'read',
  original: 'the whole file',
  placeholder: '[masked]',
  policy: 'window 8',
  charsBefore: 14,
  charsAfter: 8,
} as const

test('shows each omission in its place, with what brings it back', () => {
  const seen = seenRequests(digest, 1e6)
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'read it' }] },
    call('call_1'),
    { role: 'tool', tool_call_id: 'call_1', content: '[masked]' },
  ]
  const id = seen.add({ ...seenFacts, sieved: sieved(messages, { masked: [masked] }) })
  const request = seen.find(id)
  const shown = request && showRequest(request, undefined)
  expect(shown?.messages).toEqual([
    { role: 'user', is_cached: false, parts: [{ kind: 'text', text: 'read it' }] },
    {
      role: 'assistant',
      is_cached: false,
      parts: [{ kind: 'call', tool: 'read', callId: 'call_1', text: '{"path":"a.ts"}' }],
    },
    {
      role: 'tool',
      is_cached: false,
      parts: [
        {
          kind: 'result',
          callId: 'call_1',
          text: '[masked]',
          omission: {
            id: 'msk_a',
            kind: 'masked',
            tool: 'read',
            reason: 'window 8',
            chars_before: 14,
            chars_after: 8,
          },
        },
      ],
    },
  ])
  expect(shown?.prefix.ends).toBe('first_request')
})

const hello = { role: 'user', content: 'héllo — 你好' }
const answer = { role: 'assistant', content: 'yes' }
const more = { role: 'user', content: 'and then?' }

test.each([
  { name: 'only grew', next: [hello, answer, more], commits: 0, ends: 'grew', cached: 1 },
  {
    name: 'masked a batch',
    next: [hello, more, more],
    commits: 1,
    ends: 'batch_masked',
    cached: 1,
  },
  {
    name: 'was changed',
    next: [more, answer, more],
    commits: 0,
    ends: 'client_changed',
    cached: 0,
  },
])('says why the stable part ends when a conversation $name', ({ next, commits, ends, cached }) => {
  const seen = seenRequests(digest, 1e6)
  const before = sieved([hello, answer])
  seen.add({ ...seenFacts, sieved: before })
  const after = sieved(next, { commits })
  const stableBytes = commonBytes(before.body, after.body)
  const request = seen.find(seen.add({ ...seenFacts, at: 2, sieved: after, stableBytes }))
  const previous = request?.previousId === undefined ? undefined : seen.find(request.previousId)
  const shown = request && showRequest(request, previous)
  expect(shown?.prefix.ends).toBe(ends)
  expect(shown?.messages.filter(({ is_cached }) => is_cached)).toHaveLength(cached)
})

test('the oldest requests leave when there is no more room', () => {
  const seen = seenRequests(digest, 300)
  for (let at = 0; at < 20; at++)
    seen.add({ ...seenFacts, at, sieved: sieved([{ role: 'user', content: 'x'.repeat(50) }]) })
  const kept = seen.list().map(({ at }) => at)
  expect(kept.length).toBeLessThan(5)
  expect(kept[0]).toBe(19)
})

function commonBytes(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  let at = 0
  while (at < Math.min(left.length, right.length) && left[at] === right[at]) at++
  return at
}
