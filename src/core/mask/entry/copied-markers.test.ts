import { expect, test } from 'vitest'
import { anthropicMessages } from '../../wire/anthropic-messages.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { copiedMarkers } from './copied-markers.ts'

const marker = '⟦TAMIS: lines 1-60 = 1-60 of read a.ts above (c1); whole text: /o/msk_1.txt⟧'

const written = (content: string) => ({
  role: 'assistant',
  tool_calls: [
    {
      id: 'w',
      type: 'function',
      function: { name: 'write', arguments: JSON.stringify({ path: 'a.ts', content }) },
    },
  ],
})

test('a marker in what a call writes is counted, one in a result or in words is not', () => {
  const result = { role: 'tool', tool_call_id: 'w', content: marker }
  expect(copiedMarkers(openaiChat.read([written(`first\n${marker}\nlast`), result]))).toBe(1)
  expect(copiedMarkers(openaiChat.read([written('all of it'), result]))).toBe(0)
  expect(copiedMarkers(openaiChat.read([{ role: 'user', content: marker }]))).toBe(0)
})

test('arguments that are objects are looked through', () => {
  const input = { edits: [{ old_string: 'a', new_string: `b\n${marker}` }] }
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'e', name: 'Edit', input }] }
  expect(copiedMarkers(anthropicMessages.read([call]))).toBe(1)
})

test('a long conversation that goes on, is cut or forks is counted as if it were new', () => {
  // Two entries a message: what it says, and its call.
  const long = openaiChat.read(
    Array.from({ length: 80 }, (_, at) => written(at % 30 === 7 ? marker : 'all of it')),
  )
  const more = [...long, ...openaiChat.read([written(marker)])]
  const fork = [...long.slice(0, 60), ...openaiChat.read([written(marker), written('all of it')])]
  const counts = [long, more, long, long.slice(0, 55), fork, more].map(copiedMarkers)
  expect(counts).toEqual([3, 4, 3, 1, 2, 4])
})
