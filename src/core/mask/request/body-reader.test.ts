import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../../../test/support/in-memory-entry.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { storedIds } from '../kept/stored-ids.ts'
import { resolvePolicy } from '../policy.ts'
import { createSieve, type Sieve } from '../sieve-request.ts'
import { bodyReader, type ReaderLimits, type ReadRequest } from './body-reader.ts'
import { textBody } from './body-text.ts'

const names = ['extra']
const limits = { minChars: 0, maxParsedChars: 1e6, maxRequests: 3 }

type ReadText = (field: string, body: string) => ReadRequest

/** A reader that keeps what it reads, in the places of two conversations by turns. */
function newReader(more: Partial<ReaderLimits> = {}): ReadText {
  const { space } = conversationStage()
  const places = [space.add(), space.add()] as const
  const read = bodyReader(space, { ...limits, ...more })
  let count = 0
  return (field, body) => {
    const request = read(field, textBody(body), names)
    const place = places[count++ % 2]
    if (place) request.rememberIn(place)
    return request
  }
}

/** What is read once the whole body is known to be JSON. */
function checked(read: ReadText, body: string): object {
  const { check, rememberIn: _, isRemembered: __, ...request } = read('messages', body)
  check()
  return { ...request, hidesResults: request.hidesResults() }
}

const fresh = (body: string) => checked(newReader({ maxRequests: 0 }), body)

/** What a reader gives, or that it throws. */
function outcome(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error instanceof SyntaxError ? 'not JSON' : error
  }
}

const message = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'tool'), content: fc.string({ maxLength: 8 }) }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom({ cache_edits: 1 }, { said: '"cache_edits":' }),
)
const tails = fc.constantFrom(
  ']}',
  ' ] }',
  '],"model":"late"}',
  '],"model":7}',
  '],"extra":1}',
  '],"extra":null}',
  '],"context_management":{"edits":[{"type":"clear_tool_uses_20250919"}]}}',
  '],"messages":[]}',
  '],"messages":3}',
  '],"tamis: the rest of the list":[1]}',
  ',]}',
  ' ,\n]}',
  ']',
  ']}}',
  '\u00a0]}',
)
const request = fc.record({
  head: fc.constantFrom(
    '{"model":"m","messages":[',
    '{"messages":["first"],"messages":[',
    '{"extra":{"a":[]},"model":"m","messages":[',
    '{ "messages" : [',
  ),
  length: fc.nat(14),
  separator: fc.constantFrom(',', ' , ', ',\n', '\u00a0,'),
  tail: tails,
})

describe('a reader that remembers', () => {
  test.each([1e6, 0])('gives what reading every body anew gives, parsing whole up to %i', (max) => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 14, maxLength: 14 }),
        fc.array(request, { maxLength: 8 }),
        (messages, requests) => {
          const read = newReader({ maxParsedChars: max })
          for (const { head, length, separator, tail } of requests) {
            const texts = messages.slice(0, length).map((one) => JSON.stringify(one))
            const body = head + texts.join(separator) + tail
            expect(outcome(() => checked(read, body))).toEqual(outcome(() => fresh(body)))
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('does not parse what surrounds a list that stays as it is', () => {
    const read = newReader({ maxParsedChars: 0 })
    const { list, model } = read('messages', '{"odd": [not json], "messages": [1], "model": "m"}')
    expect({ list, model }).toEqual({ list: [1], model: 'm' })
  })

  test('parses only what is new', () => {
    const messages = Array.from({ length: 20 }, (_, at) => ({ role: 'user', content: `${at}` }))
    const body = (count: number) => JSON.stringify({ messages: messages.slice(0, count) })
    const read = newReader()
    const first = read('messages', body(18)).list
    const second = read('messages', body(20)).list
    expect(second[13]).toBe(first[13])
    expect(second).toEqual(messages)
  })
})

describe('a sieve that remembers', () => {
  const policy = resolvePolicy({ window_turns: 1, min_context_tokens: 0, commit_every_turns: 2 })
  const sieve = (records: ReturnType<typeof inMemoryEntry>): Sieve =>
    createSieve({
      ...conversationStage(),
      originals: { keep: async () => undefined },
      digest,
      now: () => 0,
      policy: () => policy,
      ttlMs: 1000,
      stored: storedIds(1000, () => 0),
      ...records,
    })

  test('writes the bytes that a new one writes, for every prefix of every history', async () => {
    const turn = fc.record({
      tool: fc.constantFrom('read', 'bash'),
      path: fc.constantFrom('a.ts', 'b.ts'),
      chars: fc.integer({ min: 0, max: 6000 }),
      isMarked: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 6, maxLength: 16 }), async (turns) => {
        const records = inMemoryEntry()
        const old = sieve(records)
        const messages: object[] = [{ role: 'user', content: 'x'.repeat(20_000) }]
        for (const [at, { tool, path, chars, isMarked }] of turns.entries()) {
          const call = { name: tool, arguments: JSON.stringify({ path }) }
          messages.push(
            { role: 'assistant', tool_calls: [{ id: `c${at}`, type: 'function', function: call }] },
            { role: 'tool', tool_call_id: `c${at}`, content: `${at} `.repeat(chars / 3) },
          )
          const last = isMarked ? [{ role: 'user', content: 'go on', cache_control: {} }] : []
          const body = JSON.stringify({
            model: 'm',
            messages: [...messages, ...last],
            stream: true,
          })
          const { conversation, parts: _, ...written } = await old(openaiChat, body)
          const { parts: __, ...anew } = await sieve(records)(openaiChat, body)
          expect({ ...anew, conversation }).toEqual({ ...written, conversation })
        }
      }),
      { numRuns: 30 },
    )
  })
})
