import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { resultFacts } from '../mask/facts/result-facts.ts'
import { observations } from '../mask/facts/turns.ts'
import { resolvePolicy } from '../mask/policy.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { maskConversation } from '../mask/window/mask.ts'
import { contentText } from './content.ts'
import type { Edit, ResultEntry } from './conversation.ts'
import type { WireFormat } from './wire.ts'
import { detectFormat, wireFormat } from './wire-formats.ts'

type Fields = Readonly<Record<string, unknown>>

const text = fc.string({ maxLength: 30 })
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const unknownFields = fc.dictionary(fc.constantFrom('x_one', 'x_two'), fc.jsonValue(), {
  maxKeys: 2,
})
const withUnknown = (known: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
  fc.tuple(known, unknownFields).map(([fields, more]) => ({ ...fields, ...more }))
const parts = (type: string) =>
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant(type), text }),
      fc.record({ type: fc.constant('image'), source: fc.record({ data: text }) }),
      fc.constant({ type, text: 'marked', cache_control: { type: 'ephemeral' } }),
    ),
    { maxLength: 3 },
  )
const anything: fc.Arbitrary<Fields> = fc.record({
  role: fc.constantFrom('user', 'system', 'developer', 'critic'),
  content: fc.oneof(text, parts('text'), fc.constant(null)),
})

const chat = fc.oneof(
  anything,
  fc.record({
    role: fc.constant('assistant'),
    content: fc.oneof(text, fc.constant(null)),
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant('function'),
        function: fc.record({ name: text, arguments: text }),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    role: fc.constant('tool'),
    tool_call_id: id,
    content: fc.oneof(text, parts('text'), fc.constant(null)),
  }),
)
const anthropic = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system'),
  content: fc.oneof(
    text,
    fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('text'), text }),
        fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
        fc.record({
          type: fc.constant('tool_use'),
          id,
          name: text,
          input: fc.object({ maxDepth: 1 }),
        }),
        fc.record({
          type: fc.constant('tool_result'),
          tool_use_id: id,
          content: fc.oneof(text, parts('text')),
          is_error: fc.boolean(),
          cache_control: fc.constant({ type: 'ephemeral' }),
        }),
      ),
      { maxLength: 4 },
    ),
  ),
})
const responses = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role: fc.constant('user'),
    content: parts('input_text'),
  }),
  fc.record({ type: fc.constant('reasoning'), summary: fc.constant([]), encrypted_content: text }),
  fc.record({ type: fc.constant('function_call'), call_id: id, name: text, arguments: text }),
  fc.record({ type: fc.constant('custom_tool_call'), call_id: id, name: text, input: text }),
  fc.record({
    type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
    call_id: id,
    output: fc.oneof(text, parts('input_text')),
  }),
)

const lists: readonly { format: WireFormat; item: fc.Arbitrary<Fields> }[] = [
  { format: wireFormat('openai-chat'), item: chat },
  { format: wireFormat('anthropic-messages'), item: anthropic },
  { format: wireFormat('openai-responses'), item: responses },
]

describe.each(lists)('$format.name', ({ format, item }) => {
  const anyList = fc.array(withUnknown(item), { maxLength: 20 })
  const editsFor = (results: readonly ResultEntry[]): Edit[] =>
    results.map((result, index) => ({
      path: result.contentPath,
      value: result.standIn(result.content, `stand-in ${index}`),
    }))
  const resultsOf = (list: readonly Fields[]): ResultEntry[] =>
    format.read(list).filter((entry) => entry.kind === 'result')

  test('no edit gives the very same list back', () => {
    fc.assert(fc.property(anyList, (list) => applyEdits(list, []) === list))
  })

  test('what is written is what is read again, and nothing else moved', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const before = JSON.stringify(list)
        const results = resultsOf(list)
        const edited = applyEdits(list, editsFor(results))
        expect(resultsOf(edited).map(({ content }) => contentText(content))).toEqual(
          results.map((_, index) => `stand-in ${index}`),
        )
        // Writing the contents back gives the list byte for byte.
        const back = results.map(({ contentPath, content }) => ({
          path: contentPath,
          value: content,
        }))
        expect(JSON.stringify(applyEdits(edited, back))).toBe(before)
        expect(JSON.stringify(list)).toBe(before)
      }),
    )
  })

  test('pairs each result with the call before it, in turns that only grow', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const found = observations(format.read(list))
        for (const { at, callAt, result, call } of found) {
          expect(callAt).toBeLessThan(at)
          expect(result.callId).toBe(call.callId)
        }
        const half = observations(format.read(list.slice(0, Math.ceil(list.length / 2))))
        expect(found.slice(0, half.length).map(({ turn, at }) => [turn, at])).toEqual(
          half.map(({ turn, at }) => [turn, at]),
        )
      }),
    )
  })

  test('a cache mark on a masked result stays', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const policy = resolvePolicy({ commit_every_turns: 1, window_turns: 1 })
        const { edits } = maskConversation(format.read(list), policy, resultFacts(digest))
        const marks = (value: unknown): number =>
          JSON.stringify(value).split('cache_control').length
        for (const { path, value } of edits) {
          const content = path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), list)
          expect(Math.min(2, marks(value))).toBe(Math.min(2, marks(content)))
        }
      }),
    )
  })
})

test.each([
  ['openai-chat', [{ role: 'user', content: 'hi' }]],
  ['openai-responses', [{ type: 'function_call', call_id: 'a' }]],
  ['anthropic-messages', [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }]],
])('%s is told by what it holds', (name, list) => {
  expect(detectFormat(list)?.name).toBe(name)
})

test('a list of anything else is no conversation', () => {
  expect(detectFormat([1, 'two'])).toBeUndefined()
})
