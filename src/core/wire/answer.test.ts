import { expect, test } from 'vitest'
import { answerObjects } from './answer.ts'
import type { Fields } from './content.ts'
import { type FormatName, wireFormat } from './wire-formats.ts'

const events = (...objects: readonly object[]): string =>
  objects.map((object) => `event: x\ndata: ${JSON.stringify(object)}\n\n`).join('')
const lines = (...objects: readonly object[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('')

const call = { kind: 'call', tool: 'read', callId: 'c1', text: '{"path":"a.ts"}' }
const said = { kind: 'text', text: 'Let me look.' }

const chatCall = { id: 'c1', function: { name: 'read', arguments: '{"path":"a.ts"}' } }

const answers: readonly { name: FormatName; how: string; text: string; parts?: object[] }[] = [
  {
    name: 'openai-chat',
    how: 'whole',
    text: JSON.stringify({
      choices: [{ message: { content: 'Let me look.', tool_calls: [chatCall] } }],
    }),
  },
  {
    name: 'openai-chat',
    how: 'streamed',
    text: `${events(
      { choices: [{ delta: { content: 'Let me ' } }] },
      { choices: [{ delta: { content: 'look.' } }] },
      {
        choices: [{ delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'read' } }] } }],
      },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '"a.ts"}' } }] } }] },
      { choices: [] },
    )}data: [DONE]\n\n`,
  },
  {
    name: 'anthropic-messages',
    how: 'whole',
    text: JSON.stringify({
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts' } },
      ],
    }),
  },
  {
    name: 'anthropic-messages',
    how: 'streamed',
    text: events(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { text: 'Let me ' } },
      { type: 'content_block_delta', index: 0, delta: { text: 'look.' } },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'c1', name: 'read', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { partial_json: '{"path":' } },
      { type: 'content_block_delta', index: 1, delta: { partial_json: '"a.ts"}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ),
  },
  {
    name: 'openai-responses',
    how: 'streamed',
    text: events(
      { type: 'response.created', response: { output: [] } },
      { type: 'response.output_text.delta', delta: 'Let me ' },
      {
        type: 'response.completed',
        response: {
          output: [
            { type: 'message', role: 'assistant', content: [{ text: 'Let me look.' }] },
            { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' },
          ],
        },
      },
    ),
  },
  {
    name: 'openai-responses',
    how: 'cut before its end',
    text: events({ type: 'response.output_text.delta', delta: 'Let me look.' }),
    parts: [said],
  },
  {
    name: 'gemini',
    how: 'streamed',
    text: events(
      { candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }] } }] },
      { candidates: [{ content: { parts: [{ text: 'Let me ' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'look.' }] } }] },
      {
        candidates: [
          {
            content: {
              parts: [{ functionCall: { id: 'c1', name: 'read', args: { path: 'a.ts' } } }],
            },
          },
        ],
      },
    ),
    parts: [{ kind: 'text', text: 'Hm.' }, said, call],
  },
  {
    name: 'ollama',
    how: 'streamed',
    text: lines(
      { message: { role: 'assistant', content: 'Let me ' } },
      { message: { role: 'assistant', content: 'look.' } },
      {
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', function: { name: 'read', arguments: { path: 'a.ts' } } }],
        },
      },
      { done: true },
    ),
  },
]

test.each(answers)('an answer of $name, $how, is read part by part', ({ name, text, parts }) => {
  expect(wireFormat(name).answer(answerObjects(text))).toEqual(parts ?? [said, call])
})

test('what was cut in the middle of an event is passed over', () => {
  const whole = events({ choices: [{ delta: { content: 'a' } }] })
  const cut = `oices":[{"delta":{"content":"b"}}]}\n\n${whole}data: {"choi`
  expect(wireFormat('openai-chat').answer(answerObjects(cut))).toEqual([
    { kind: 'text', text: 'a' },
  ])
})

const definition = { name: 'read', description: 'Reads a file.' }

test.each<{ name: FormatName; body: Fields; system: string }>([
  {
    name: 'openai-chat',
    body: { tools: [{ type: 'function', function: definition }] },
    system: '',
  },
  { name: 'ollama', body: { tools: [{ type: 'function', function: definition }] }, system: '' },
  {
    name: 'openai-responses',
    body: { instructions: 'Be brief.', tools: [{ type: 'function', ...definition }] },
    system: 'Be brief.',
  },
  {
    name: 'anthropic-messages',
    body: { system: [{ type: 'text', text: 'Be brief.' }], tools: [definition] },
    system: 'Be brief.',
  },
  {
    name: 'gemini',
    body: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [definition] }],
    },
    system: 'Be brief.',
  },
])('$name tells its system prompt and its tools', ({ name, body, system }) => {
  const preamble = wireFormat(name).preamble(body)
  expect(preamble.system).toBe(system)
  expect(preamble.tools).toMatchObject([definition])
})
