import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inMemoryEntry } from '../../../../test/support/in-memory-entry.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { conversationMemory } from '../../traffic/conversation-memory.ts'
import { recogniser } from '../../traffic/conversations.ts'
import { anthropicMessages } from '../../wire/anthropic-messages.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { observations } from '../facts/turns.ts'
import { storedIds } from '../kept/stored-ids.ts'
import { resolvePolicy } from '../policy.ts'
import { createSieve, type Sieve } from '../sieve-request.ts'
import { readConversation } from './read-conversation.ts'

const id = fc.constantFrom('a', 'b', 'c', 'd')
const chatMessage = fc.oneof(
  id.map((one) => ({ role: 'user', content: one })),
  fc.array(id, { maxLength: 3 }).map((ids) => ({
    role: 'assistant',
    tool_calls: ids.map((one) => ({ id: one, function: { name: 'read', arguments: one } })),
  })),
  id.map((one) => ({ role: 'tool', tool_call_id: one, content: `result of ${one}` })),
)
const blockMessage = fc.oneof(
  id.map((one) => ({ role: 'user', content: one })),
  fc.array(id, { maxLength: 3 }).map((ids) => ({
    role: 'assistant',
    content: ids.map((one) => ({ type: 'tool_use', id: one, name: 'read', input: { one } })),
  })),
  fc.array(id, { maxLength: 3 }).map((ids) => ({
    role: 'user',
    content: ids.map((one) => ({ type: 'tool_result', tool_use_id: one, content: one })),
  })),
)

test.each([
  { format: openaiChat, message: chatMessage },
  { format: anthropicMessages, message: blockMessage },
])('$format.name: what is remembered of a list reads as if it were read anew', (given) => {
  const { format, message } = given
  fc.assert(
    fc.property(
      fc.array(message as fc.Arbitrary<object>, { minLength: 12, maxLength: 12 }),
      fc.array(fc.record({ kept: fc.nat(12), changed: fc.nat(4) }), { maxLength: 6 }),
      (messages, requests) => {
        const memory = conversationMemory().space('test').add()
        for (const { kept, changed } of requests) {
          // The newest messages come as other objects each time, like those of a body that is parsed.
          const list = messages
            .slice(0, kept)
            .map((one, at) => (at < kept - changed ? one : structuredClone(one)))
          const conversation = readConversation(memory, format, list)
          const anew = format.read(list)
          expect(withoutFunctions(conversation)).toEqual(withoutFunctions(anew))
          expect(withoutFunctions(observations(conversation))).toEqual(
            withoutFunctions(observations([...anew])),
          )
        }
      },
    ),
    { numRuns: 500 },
  )
})

const withoutFunctions = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('entries of messages that are the same objects are the same objects', () => {
  const memory = conversationMemory().space('test').add()
  const turn = (at: number) => [
    { role: 'assistant', tool_calls: [{ id: `c${at}`, function: { name: 'read' } }] },
    { role: 'tool', tool_call_id: `c${at}`, content: 'text' },
  ]
  const messages = [0, 1, 2, 3].flatMap(turn)
  readConversation(memory, openaiChat, messages)
  const before = observations(readConversation(memory, openaiChat, [...messages, ...turn(4)]))
  const after = observations(
    readConversation(memory, openaiChat, [...messages, ...[4, 5].flatMap(turn)]),
  )
  expect(after[1]).toBe(before[1])
  expect(after).toHaveLength(6)
})

/** A conversation with files that are read again, longer than what is read anew each time. */
function session(length: number, name: string, ids = 'c'): readonly object[] {
  const lines = (at: number): string =>
    Array.from({ length: 60 }, (_, line) => `${at % 7} line ${line} of something`).join('\n')
  const turns = Array.from({ length }, (_, at) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `${ids}${at}`,
          type: 'function',
          function: { name: 'cat', arguments: `{"f":${at % 9}}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `${ids}${at}`, content: lines(at) },
  ])
  return [{ role: 'user', content: `Mend ${name}.` }, ...turns.flat()]
}

function newSieve(isForgetful: boolean): Sieve {
  const settings = { window_turns: 4, min_context_tokens: 2000, commit_min_tokens: 500 }
  const policy = resolvePolicy(settings)
  const kept = inMemoryEntry(true)
  let { space, recognise } = newSpace()
  return async (format, body, facts) => {
    if (isForgetful) ({ space, recognise } = newSpace())
    const sieve = createSieve({
      ...{ space, recognise, digest, ttlMs: 60_000, policy: () => policy },
      originals: { keep: async () => undefined },
      now: () => 0,
      stored: storedIds(60_000, () => 0),
      ...kept,
    })
    return sieve(format, body, facts)
  }
}

function newSpace() {
  const space = conversationMemory().space('test')
  return { space, recognise: recogniser(space, digest) }
}

test('what is sent is the same with and without a memory of the conversation', async () => {
  const [remembering, forgetful] = [newSieve(false), newSieve(true)]
  const main = session(60, 'the build')
  const fork = [...main.slice(0, 61), ...session(20, 'a side', 'd').slice(1)]
  let masked = 0
  const bodies = [
    ...Array.from({ length: 40 }, (_, at) => main.slice(0, 2 * at + 9)),
    ...Array.from({ length: 10 }, (_, at) => fork.slice(0, 2 * at + 63)),
    ...Array.from({ length: 20 }, (_, at) => main.slice(0, 2 * at + 81)),
  ]
  for (const messages of bodies) {
    const body = JSON.stringify({ model: 'gpt-5', messages })
    const [one, other] = [await remembering(openaiChat, body), await forgetful(openaiChat, body)]
    expect(one.body === other.body, `${messages.length} messages`).toBe(true)
    expect(one.changes).toEqual(other.changes)
    expect([one.chars, one.commits, one.repeatedCalls]).toEqual([
      other.chars,
      other.commits,
      other.repeatedCalls,
    ])
    masked = Math.max(masked, one.masked.length + one.pruned.length)
  }
  expect(masked).toBeGreaterThan(10)
})
