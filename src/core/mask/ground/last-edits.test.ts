import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { countLastEdits, type StandInOf } from './last-edits.ts'

const lines = Array.from({ length: 9 }, (_, at) => `  line ${at} of a file`)
const call = (id: string, name: string, input: object, result: string) => [
  {
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  },
  { role: 'tool', tool_call_id: id, content: result },
]
const read = call('r', 'read', { path: 'a.ts' }, lines.join('\n'))
const edit = (old_string: string) => call('e', 'edit', { old_string, new_string: 'x' }, 'Done.')

function counted(list: readonly object[], standInOf: StandInOf = () => undefined) {
  const memory = conversationStage().space.add()
  const conversation = openaiChat.read(list)
  const first = countLastEdits(memory, conversation, standInOf)
  return { first, again: countLastEdits(memory, conversation, standInOf) }
}

const hidden: StandInOf = (entry) => (entry.kind === 'result' ? '⟦TAMIS: 9 lines⟧' : undefined)

test.each([
  ['what can be seen', [...read, ...edit(`${lines[3]}\n${lines[4]}`)], undefined, 1, 1],
  ['what was left out', [...read, ...edit(`${lines[3]}\n${lines[4]}`)], hidden, 1, 0],
  ['what the conversation never showed', [...read, ...edit('nowhere')], undefined, 0, 0],
  ['nothing', [...read, ...call('x', 'bash', { command: 'ls' }, 'a')], undefined, 0, 0],
  ['something in an earlier reply', [...read, ...edit('  line 3'), ...read], undefined, 0, 0],
] as const)('an edit of %s', (_, list, standInOf, made, grounded) => {
  const { first, again } = counted(list, standInOf)
  expect(first).toEqual({ made, grounded })
  expect(again).toEqual({ made: 0, grounded: 0 })
})
