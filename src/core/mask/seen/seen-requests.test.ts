import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retainedMegabytes } from '../../../../test/support/retained-heap.ts'
import { conversationOf, seenFacts, sievedBody } from '../../../../test/support/sieved-body.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { seenRequests } from './seen-requests.ts'

test('every request comes back as it was sent, whatever came before it', () => {
  const part = fc.oneof(
    fc.constantFrom('"messages":[', '"stream":true,', 'é', '→', '😀'),
    fc.integer({ min: 1, max: 9000 }).map((length) => 'x'.repeat(length)),
  )
  const body = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  const share = fc.constantFrom(0, 0.5, 0.9)
  fc.assert(
    fc.property(
      fc.array(body, { maxLength: 6 }),
      fc.boolean(),
      share,
      (bodies, isOneConversation, written) => {
        const seen = seenRequests(digest, 1e9)
        const ids = bodies.map((one, at) =>
          seen.add({
            ...seenFacts,
            sieved: sievedBody(one, {
              parts: cut(one, written),
              conversation: conversationOf(isOneConversation ? 'c' : `c${at}`),
            }),
          }),
        )
        expect(ids.map((id) => seen.find(id)?.sieved.body)).toEqual(bodies)
      },
    ),
  )
})

function cut(body: string, share: number): { written: string; rest: string } {
  const at = Math.floor(body.length * share)
  return { written: body.slice(0, at), rest: body.slice(at) }
}

test.each([
  { name: 'grows', streamOf: () => true },
  { name: 'grows and is streamed by turns', streamOf: (turn: number) => turn % 2 === 0 },
])('a conversation that $name takes the room of its last request', async ({ streamOf }) => {
  const history = Array.from({ length: 200 }, (_, turn) => ({
    role: 'user',
    content: `${turn} ${'once more '.repeat(100)}`,
  }))
  const seen = seenRequests(digest, 1e9)
  const send = (): unknown => {
    for (const turn of history.keys()) {
      const request = { stream: streamOf(turn), messages: history.slice(0, turn + 1) }
      seen.add({ ...seenFacts, at: turn, sieved: sievedBody(JSON.stringify(request)) })
    }
    return seen
  }
  // All bodies together are 20 million characters.
  expect(await retainedMegabytes(send)).toBeLessThan(4)
  expect(seen.list()).toHaveLength(200)
})
