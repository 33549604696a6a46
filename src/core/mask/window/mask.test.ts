import { describe, expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { type MaskPolicyInput, resolvePolicy } from '../policy.ts'
import { maskConversation, maskOldToolResults } from './mask.ts'

type Message = Readonly<Record<string, unknown>>

const strict = (fields: MaskPolicyInput = {}): MaskPolicyInput => ({
  commit_every_turns: 1,
  window_turns: 2,
  ...fields,
})
const mask = (messages: readonly Message[], policy: MaskPolicyInput) =>
  maskOldToolResults(messages, policy, digest)

const call = (id: string, tool = 'read', input = '{}'): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: tool, arguments: input } }],
})
const result = (id: string, content: unknown = `result of ${id}`): Message => ({
  role: 'tool',
  tool_call_id: id,
  content,
})
const turn = (id: string, content?: unknown, tool?: string, input?: string): Message[] => [
  call(id, tool, input),
  result(id, content),
]
const ask = (content: string): Message => ({ role: 'user', content })

const maskedIds = (messages: readonly Message[], policy: MaskPolicyInput): unknown[] =>
  mask(messages, policy)
    .filter((message, index) => message !== messages[index])
    .map((message) => message.tool_call_id)

describe('the contract', () => {
  const history = [ask('go'), ...['a', 'b', 'c', 'd'].flatMap((id) => turn(id)), ask('and now?')]

  test('off gives the very same list', () => {
    expect(mask(history, strict({ enabled: false }))).toBe(history)
  })

  test('results older than the window become the sentence, with id, tool, size and recovery id', () => {
    const masked = mask(history, strict())
    expect(masked[2]?.content).toMatch(
      /^\[Observation masquée: résultat d’outil ancien \(tool_call_id=a, tool=read, chars=11, id=msk_\d{18}\)\]$/,
    )
    expect(maskedIds(history, strict())).toEqual(['a', 'b'])
  })

  test('the results of the last turns are the same objects', () => {
    const masked = mask(history, strict())
    expect(masked.slice(5)).toEqual(history.slice(5))
    expect(masked[6]).toBe(history[6])
  })

  test.each([
    ['a word at its end', 'long output\n\nProcess exited with code 1'],
    ['a trace in its middle', 'a\nTraceback (most recent call last):\n  File x\nb'],
    ['a JSON flag', '{"data": null, "isError": true}'],
    ['a plain error', 'Error: no such user'],
    ['a compiler', 'src/a.ts\nerror: cannot find module'],
  ])('an error told by %s stays', (_, content) => {
    const messages = [...turn('a', content), ...['b', 'c', 'd'].flatMap((id) => turn(id))]
    expect(maskedIds(messages, strict())).toEqual(['b'])
    expect(maskedIds(messages, strict({ keep_errors: false }))).toEqual(['a', 'b'])
  })

  test.each([
    ['code about errors', 'class A {\n  error: string\n  throw new Error("x: y")\n}'],
    ['a success', 'Process exited with code 0'],
    ['an empty error field', '{"error": null, "data": 1}'],
  ])('%s is no error', (_, content) => {
    const messages = [...turn('a', content), ...['b', 'c', 'd'].flatMap((id) => turn(id))]
    expect(maskedIds(messages, strict())).toEqual(['a', 'b'])
  })

  test('the newest results of each tool stay when asked', () => {
    const messages = [
      ...turn('a', 'x', 'plan'),
      ...turn('b'),
      ...turn('c'),
      ...turn('d'),
      ...turn('e'),
    ]
    expect(maskedIds(messages, strict({ keep_last_k_per_tool: 1 }))).toEqual(['b', 'c'])
  })

  test('a conversation without tools is the very same list', () => {
    const talk = [ask('hello'), { role: 'assistant', content: 'hi' }, { role: 'critic', x: 1 }]
    expect(mask(talk, strict({ window_turns: 0 }))).toBe(talk)
  })
})

describe('odd histories', () => {
  test('orphan results, and second answers to one call, stay', () => {
    const messages = [
      result('ghost'),
      ...turn('a'),
      result('a', 'again'),
      ...turn('b'),
      ...turn('c'),
    ]
    const masked = mask(messages, strict({ window_turns: 1 }))
    expect(masked[0]).toBe(messages[0])
    expect(masked[3]).toBe(messages[3])
    expect(maskedIds(messages, strict({ window_turns: 1 }))).toEqual(['a', 'b'])
  })

  test('an id used again names the call before it', () => {
    const messages = [
      ...turn('call_0', 'one'),
      ...turn('call_0', 'two'),
      ...turn('call_0', 'three'),
    ]
    const masked = mask(messages, strict({ window_turns: 1 }))
    expect(masked.map(({ content }) => String(content).slice(0, 5))).toEqual([
      'null',
      '[Obse',
      'null',
      '[Obse',
      'null',
      'three',
    ])
  })

  test('parallel calls are one turn, and a user may speak between a call and its result', () => {
    const both = {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'a1', function: { name: 'read', arguments: '{}' } },
        { id: 'a2', function: { name: 'read', arguments: '{}' } },
      ],
    }
    const messages = [both, result('a1'), ask('hurry'), result('a2'), ...turn('b'), ...turn('c')]
    expect(maskedIds(messages, strict())).toEqual(['a1', 'a2'])
  })

  test('parts of text and images become one part, and come back as JSON', () => {
    const parts = [
      { type: 'text', text: 'seen' },
      { type: 'image_url', image_url: { url: 'x' } },
    ]
    const messages = [...turn('a', parts), ...turn('b')]
    const { edits, masked } = maskConversation(
      openaiChat.read(messages),
      resolvePolicy(strict({ window_turns: 1 })),
      resultFacts(digest),
    )
    expect(edits[0]?.value).toEqual([{ type: 'text', text: expect.stringContaining('id=msk_') }])
    expect(JSON.parse(masked[0]?.original ?? '')).toEqual(parts)
  })

  test('masking twice changes nothing more', () => {
    const messages = ['a', 'b', 'c', 'd'].flatMap((id) => turn(id))
    const once = mask(messages, strict())
    expect(mask(once, strict())).toBe(once)
  })
})
