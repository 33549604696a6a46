import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import type { StandInOf } from './last-edits.ts'
import { countLastNames } from './last-names.ts'

const call = (id: string, path: string, result: string) => [
  {
    role: 'assistant',
    tool_calls: [
      { id, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } },
    ],
  },
  { role: 'tool', tool_call_id: id, content: result },
]
const user = { role: 'user', content: 'Look at src/known.ts first.' }
const listed = call('l', '.', 'src/known.ts\nsrc/parts/deep.ts line 1234')

function counted(list: readonly object[], standInOf: StandInOf = () => undefined) {
  const memory = conversationStage().space.add()
  const conversation = openaiChat.read([user, ...list])
  const first = countLastNames(memory, conversation, standInOf)
  return { first, again: countLastNames(memory, conversation, standInOf) }
}

const standIn =
  (text: string): StandInOf =>
  (entry) =>
    entry.kind === 'result' && entry.callId === 'l' ? text : undefined
const hidden = standIn('⟦TAMIS: 2 lines⟧')

test.each([
  ['that a result named', [...listed, ...call('r', 'src/parts/deep.ts', 'ok')], undefined, 1, 1],
  ['that was left out', [...listed, ...call('r', 'src/parts/deep.ts', 'ok')], hidden, 1, 0],
  [
    'that the short form still names',
    [...listed, ...call('r', 'src/parts/deep.ts', 'ok')],
    standIn('src/parts/deep.ts ⟦TAMIS⟧'),
    1,
    1,
  ],
  [
    'of which the short form names a longer one',
    [...listed, ...call('r', 'src/parts/deep.ts', 'ok')],
    standIn('src/parts/deep.tsx ⟦TAMIS⟧'),
    1,
    0,
  ],
  ['that the user named', [...listed, ...call('r', 'src/known.ts', 'ok')], hidden, 0, 0],
  ['that nobody named', [...listed, ...call('r', 'src/new.ts', 'ok')], hidden, 0, 0],
  [
    'for the second time',
    [...listed, ...call('q', 'src/parts/deep.ts', 'ok'), ...call('r', 'src/parts/deep.ts', 'ok')],
    hidden,
    0,
    0,
  ],
] as const)('a call with a path %s', (_, list, standInOf, used, inSight) => {
  const { first, again } = counted(list, standInOf)
  expect(first).toEqual({ used, inSight })
  expect(again).toEqual({ used: 0, inSight: 0 })
})

test('what was read for one request is not read again for the next', () => {
  const memory = conversationStage().space.add()
  const longer = [user, ...listed, ...call('q', 'a.ts', 'src/later.ts')]
  const send = (list: readonly object[]) =>
    countLastNames(memory, openaiChat.read(list), () => undefined)
  expect(send([user, ...listed])).toEqual({ used: 0, inSight: 0 })
  expect(send(longer)).toEqual({ used: 0, inSight: 0 })
  expect(send([...longer, ...call('r', 'src/later.ts', 'ok')])).toEqual({ used: 1, inSight: 1 })
})

test('a conversation of which much is unread is caught up with first', () => {
  const memory = conversationStage().space.add()
  const long = call('x', 'b.ts', 'words and words\n'.repeat(30_000))
  const list = [user, ...listed, ...long, ...call('r', 'src/parts/deep.ts', 'ok')]
  const send = (end: number) =>
    countLastNames(memory, openaiChat.read(list.slice(0, end)), () => undefined)
  expect(send(list.length)).toEqual({ used: 0, inSight: 0 })
})
