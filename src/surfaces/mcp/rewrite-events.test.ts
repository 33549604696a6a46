import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rewriteEvents } from './rewrite-events.ts'

async function rewritten(chunks: readonly Uint8Array[]): Promise<string> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* chunks
  }
  const mark = async (message: unknown): Promise<unknown> => ({
    ...(message as object),
    seen: true,
  })
  let text = ''
  for await (const part of rewriteEvents(stream(), mark)) text += part
  return text
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  {
    what: 'a message',
    sent: 'event: message\nid: 7\ndata: {"id":1}\n\n',
    got: 'event: message\nid: 7\ndata: {"id":1,"seen":true}\n\n',
  },
  {
    what: 'a message over several lines',
    sent: 'data: {\r\ndata: "id":1}\r\n\r\n',
    got: 'data: {"id":1,"seen":true}\n\n',
  },
  { what: 'a comment', sent: ': keepalive\n\n', got: ': keepalive\n\n' },
  {
    what: 'an event that primes',
    sent: 'id: 1\nretry: 50\ndata: \n\n',
    got: 'id: 1\nretry: 50\ndata: \n\n',
  },
  { what: 'what is cut off', sent: 'data: {"id"', got: 'data: {"id"' },
])('$what comes out whole', async ({ sent, got }) => {
  expect(await rewritten([bytes(sent)])).toBe(got)
})

test('the pieces in which a stream arrives change nothing', async () => {
  const whole = bytes(': hi\n\nid: 1\ndata: {"text":"é🎉"}\n\ndata: {"id":2}\n\n')
  const expected = await rewritten([whole])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((one, other) => one - other), whole.length]
      const chunks = at.slice(1).map((end, index) => whole.subarray(at[index] ?? 0, end))
      expect(await rewritten(chunks)).toBe(expected)
    }),
  )
})
