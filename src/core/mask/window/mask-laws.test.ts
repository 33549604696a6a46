import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { type MaskPolicyInput, resolvePolicy } from '../policy.ts'
import { maskConversation, maskOldToolResults } from './mask.ts'

type Message = Readonly<Record<string, unknown>>

const mask = (messages: readonly Message[], policy: MaskPolicyInput) =>
  maskOldToolResults(messages, policy, digest)

/** Any history: turns of several tools, parallel and orphan results, talk between, unknown roles. */
const anyHistory = fc
  .array(
    fc.record({
      calls: fc.array(
        fc.record({
          tool: fc.constantFrom('read', 'bash', 'edit', 'todo_write'),
          input: fc.constantFrom('{"path":"a.ts"}', '{"path":"b.ts"}', '{}', 'broken'),
          content: fc.oneof(
            fc.string({ maxLength: 20 }),
            fc.integer({ min: 0, max: 3000 }).map((size) => 'x'.repeat(size)),
            fc.constantFrom('Error: no', 'exited with code 2', null, 7),
            fc.array(fc.constant({ type: 'text', text: 'part '.repeat(99) }), { maxLength: 2 }),
          ),
          isAnswered: fc.boolean(),
          id: fc.option(fc.constantFrom('call_0', 'call_1')),
        }),
        { maxLength: 3 },
      ),
      talk: fc.option(fc.constantFrom('user', 'system', 'developer', 'critic')),
    }),
    { maxLength: 40 },
  )
  .map((steps) =>
    steps.flatMap(({ calls, talk }, step): Message[] => {
      const ids = calls.map(({ id }, index) => id ?? `c${step}_${index}`)
      return [
        ...(talk ? [{ role: talk, content: `talk ${step}`, extra: { step } }] : []),
        {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(({ tool, input }, index) => ({
            id: ids[index],
            type: 'function',
            function: { name: tool, arguments: input },
          })),
        },
        ...calls.flatMap(({ content, isAnswered }, index) =>
          isAnswered ? [{ role: 'tool', tool_call_id: ids[index], content, more: true }] : [],
        ),
      ]
    }),
  )

const anyPolicy: fc.Arbitrary<MaskPolicyInput> = fc.record({
  window_turns: fc.integer({ min: 0, max: 6 }),
  commit_every_turns: fc.integer({ min: 1, max: 6 }),
  commit_payback: fc.constantFrom(0, 0.1, 1),
  commit_min_tokens: fc.constantFrom(0, 200),
  min_context_tokens: fc.constantFrom(0, 500),
  min_result_chars: fc.constantFrom(0, 200),
  protect_newest_tokens: fc.constantFrom(0, 300),
  keep_last_k_per_tool: fc.constantFrom(null, 1),
  keep_first_observation: fc.boolean(),
  keep_edited_reads: fc.boolean(),
  stale_reads_first: fc.boolean(),
  keep_repeated_calls: fc.boolean(),
  preview_head_chars: fc.constantFrom(0, 10),
  clear_inputs: fc.boolean(),
  clear_inputs_min_chars: fc.constantFrom(5),
})

describe('for every history and policy', () => {
  test('nothing is added, removed, reordered or renamed, and only contents change', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (messages, policy) => {
        const masked = mask(messages, { ...policy, clear_inputs: false })
        const bare = ({ content: _, ...rest }: Message): Message => rest
        expect(masked.map(bare)).toEqual(messages.map(bare))
      }),
    )
  })

  test('what was sent stays the same, byte for byte, except when a commit was made', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (messages, input) => {
        const policy = resolvePolicy(input)
        let sent: readonly Message[] = []
        let commits = 0
        for (let length = 1; length <= messages.length; length++) {
          const part = messages.slice(0, length)
          const now = mask(part, input)
          const count = maskConversation(openaiChat.read(part), policy, resultFacts(digest)).commits
          if (count === commits)
            expect(JSON.stringify(now.slice(0, sent.length))).toBe(JSON.stringify(sent))
          commits = count
          sent = now
        }
      }),
      { numRuns: 60 },
    )
  })

  test('what is masked once stays masked', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (messages, input) => {
        const at = (length: number): string[] =>
          maskConversation(
            openaiChat.read(messages.slice(0, length)),
            resolvePolicy(input),
            resultFacts(digest),
          ).edits.map(({ path }) => path.join('.'))
        const half = at(Math.ceil(messages.length / 2))
        expect(at(messages.length)).toEqual(expect.arrayContaining(half))
      }),
    )
  })

  test('the last turns are untouched', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 5 }), (messages, window) => {
        const masked = mask(messages, { commit_every_turns: 1, window_turns: window })
        const groups = messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []))
        const since = groups.at(-window) ?? 0
        expect(masked.slice(since)).toEqual(messages.slice(since))
      }),
    )
  })
})
