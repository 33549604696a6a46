import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { seenRequests } from './seen-requests.ts'
import type { Sieved } from './sieve-request.ts'

function sieved(body: string): Sieved {
  return {
    body,
    parts: { written: '', rest: body },
    model: 'gpt-5',
    masked: [],
    pruned: [],
    commits: 0,
    repeatedCalls: 0,
    repaired: 0,
    chars: { before: body.length, after: body.length },
    beginning: '',
  }
}

const facts = {
  at: 1,
  format: 'openai-chat',
  path: '/v1/chat/completions',
  conversation: 'c1',
  status: 200,
  stableBytes: undefined,
} as const

test('every request comes back as it was sent, whatever came before it', () => {
  const part = fc.oneof(
    fc.constantFrom('"messages":[', '"stream":true,', 'é', '→', '😀'),
    fc.integer({ min: 1, max: 9000 }).map((length) => 'x'.repeat(length)),
  )
  const body = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(body, { maxLength: 6 }), fc.boolean(), (bodies, isOneConversation) => {
      const seen = seenRequests(digest, 1e9)
      const ids = bodies.map((one, at) =>
        seen.add({
          ...facts,
          conversation: isOneConversation ? 'c' : `c${at}`,
          sieved: sieved(one),
        }),
      )
      expect(ids.map((id) => seen.find(id)?.sieved.body)).toEqual(bodies)
    }),
  )
})

test.each([
  { name: 'grows', streamOf: () => true },
  { name: 'grows and is streamed by turns', streamOf: (turn: number) => turn % 2 === 0 },
])('a conversation that $name takes the room of its last request', ({ streamOf }) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const seen = seenRequests(digest, 1e9)
  const history = Array.from({ length: 200 }, (_, turn) => ({
    role: 'user',
    content: `${turn} ${'once more '.repeat(100)}`,
  }))
  const before = heapBytes()
  for (const turn of history.keys()) {
    const request = { stream: streamOf(turn), messages: history.slice(0, turn + 1) }
    seen.add({ ...facts, at: turn, sieved: sieved(JSON.stringify(request)) })
  }
  const grown = heapBytes() - before
  expect(seen.list()).toHaveLength(200)
  // All bodies together are 20 million characters.
  expect(grown).toBeLessThan(4_000_000)
})
