import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../wire/anthropic-messages.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { sessionGround } from './ground.ts'

const file = 'function alpha() {\n  return 1\n}\n\nfunction beta() {\n  return 2\n}'
const old = 'function beta() {\n  return 2\n}'

function call(id: string, name: string, input: object) {
  const asked = { name, arguments: JSON.stringify(input) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: asked }],
  }
}

function result(id: string, content: string) {
  return { role: 'tool', tool_call_id: id, content }
}

const session = [
  { role: 'user', content: 'Mend beta.' },
  call('a', 'read', { path: 'src/greek_letters.ts' }),
  result('a', file),
  call('b', 'edit', { path: 'src/greek_letters.ts', oldText: old, newText: 'function beta() {}' }),
]

const masked = result('a', '[cleared]')

describe('an edit', () => {
  test('is grounded while the text it replaces can be seen', () => {
    const judged = sessionGround(session, openaiChat).judge(3, session.slice(0, 3))
    expect(judged).toMatchObject({ edits: 1, groundedEdits: 1, ungrounded: [] })
  })

  test('is not grounded once that text has left, and the message to read again is named', () => {
    const sent = [...session.slice(0, 2), masked]
    const judged = sessionGround(session, openaiChat).judge(3, sent)
    expect(judged).toMatchObject({ edits: 1, groundedEdits: 0 })
    expect(judged.ungrounded).toEqual([{ callId: 'b', message: 2 }])
  })

  test('is not counted when the original conversation does not show the text either', () => {
    const blind = [session[0], session[1], masked, session[3]]
    expect(sessionGround(blind, openaiChat).judge(3, blind.slice(0, 3)).edits).toBe(0)
  })

  test('is grounded by what the agent itself wrote', () => {
    const wrote = call('w', 'write', { path: 'src/greek_letters.ts', content: file })
    const list = [session[0], wrote, result('w', 'ok'), session[3]]
    expect(sessionGround(list, openaiChat).judge(3, list.slice(0, 3)).groundedEdits).toBe(1)
  })

  test('of a part of a line is grounded by the whole line', () => {
    const part = call('b', 'edit', { path: 'a.ts', old_string: '{\n  return 2\n}' })
    const list = [...session.slice(0, 3), part]
    expect(sessionGround(list, openaiChat).judge(3, list.slice(0, 3)).groundedEdits).toBe(1)
  })

  test('is judged over every text of a call with several', () => {
    const several = call('b', 'multi_edit', {
      edits: [{ old_string: old }, { old_string: '  return 1\n}' }],
    })
    const list = [...session.slice(0, 3), several]
    const judged = sessionGround(list, openaiChat).judge(3, [...session.slice(0, 2), masked])
    expect(judged).toMatchObject({ edits: 2, groundedEdits: 0 })
  })

  test('of lines that only stand out of order is not grounded', () => {
    const list = [
      { role: 'user', content: 'Mend it.' },
      call('a', 'read', { path: 'a.ts' }),
      result('a', 'one\ntwo\nthree\nfour'),
      call('b', 'edit', { path: 'a.ts', oldText: 'one\ntwo\nthree\nfour' }),
    ]
    const shuffled = [...list.slice(0, 2), result('a', 'one\ntwo\nfour\nthree')]
    expect(sessionGround(list, openaiChat).judge(3, shuffled).groundedEdits).toBe(0)
  })

  test('is grounded by two texts that each show a part of it with the line after', () => {
    const list = [
      { role: 'user', content: 'Mend it.' },
      call('a', 'read', { path: 'a.ts' }),
      result('a', 'one\ntwo\nthree\nfour'),
      call('b', 'edit', { path: 'a.ts', oldText: 'one\ntwo\nthree\nfour' }),
    ]
    const halves = [{ role: 'user', content: 'one\ntwo\nthree' }, result('a', 'three\nfour')]
    expect(sessionGround(list, openaiChat).judge(3, halves).groundedEdits).toBe(1)
  })

  test.each([
    [
      'a hunk of a patch',
      {
        input:
          '*** Begin Patch\n*** Update File: a.ts\n@@\n function beta() {\n-  return 2\n+  return 3\n }\n*** End Patch',
      },
    ],
    [
      'a block of a search',
      {
        diff: '<<<<<<< SEARCH\nfunction beta() {\n  return 2\n}\n=======\nnothing\n>>>>>>> REPLACE',
      },
    ],
    ['the name Claude Code has for it', { file_path: 'a.ts', old_string: old, new_string: '' }],
  ])('is found in %s', (_, input) => {
    const list = [...session.slice(0, 3), call('b', 'edit', input)]
    const sent = [...session.slice(0, 2), masked]
    expect(sessionGround(list, openaiChat).judge(3, sent)).toMatchObject({
      edits: 1,
      groundedEdits: 0,
    })
  })

  test.each(['→', '\t', ': '])('sees through the numbers of lines before "%s"', (separator) => {
    const numbers = file
      .split('\n')
      .map((line, at) => `${String(at + 1).padStart(6)}${separator}${line}`)
    const list = [...session.slice(0, 2), result('a', numbers.join('\n')), session[3]]
    expect(sessionGround(list, openaiChat).judge(3, list.slice(0, 3)).groundedEdits).toBe(1)
  })
})

test('a symbol that only a result had said counts at its first use, and is missed when it left', () => {
  const list = [
    { role: 'user', content: 'Find it in src/main.ts.' },
    call('a', 'bash', { command: 'grep -n parse src/main.ts' }),
    result('a', '4711: parse_duration(text)'),
    call('b', 'bash', { command: 'sed -n 4711p src/main.ts; grep parse_duration -r .' }),
    result('b', 'nothing'),
    call('c', 'bash', { command: 'grep parse_duration lib' }),
  ]
  const ground = sessionGround(list, openaiChat)
  const sent = [...list.slice(0, 2), masked]
  expect(ground.judge(3, sent)).toMatchObject({ names: 2, visibleNames: 0 })
  expect(ground.judge(5, [...sent, ...list.slice(3, 5)])).toMatchObject({ names: 0 })
  expect(sessionGround(list, openaiChat).judge(3, list.slice(0, 3)).visibleNames).toBe(2)
})

test('arguments and results are read on a wire that has them as objects', () => {
  const list = [
    { role: 'user', content: 'Mend beta.' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { file_path: 'a.ts' } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: file }] }],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'b', name: 'Edit', input: { old_string: old } }],
    },
  ]
  const cleared = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'a', content: '' }],
  }
  const ground = sessionGround(list, anthropicMessages)
  expect(ground.judge(3, list.slice(0, 3)).groundedEdits).toBe(1)
  expect(
    sessionGround(list, anthropicMessages).judge(3, [...list.slice(0, 2), cleared]).groundedEdits,
  ).toBe(0)
})
