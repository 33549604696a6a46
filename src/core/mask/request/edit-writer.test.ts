import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { textBody } from './body-text.ts'
import { editWriter } from './edit-writer.ts'

const edit = (index: number, value: unknown) => ({ path: [index, 'content'], value })
const body = (contents: readonly string[]) =>
  textBody(JSON.stringify({ messages: contents.map((content) => ({ content })), model: 'm' }))

const newPlace = () => conversationStage().space.add()

test('writes the same whether or not it remembers', () => {
  const writer = editWriter()
  const place = newPlace()
  const requests = [
    { contents: ['a', 'b', 'c'], edits: [edit(0, 'x')] },
    { contents: ['a', 'b', 'c', 'd'], edits: [edit(0, 'x')] },
    { contents: ['a', 'b', 'c', 'd', 'e'], edits: [edit(0, 'x'), edit(2, [{ text: 'y' }])] },
    { contents: ['a', 'b', 'c', 'd', 'e', 'f'], edits: [edit(0, 'x'), edit(2, [{ text: 'y' }])] },
    { contents: ['a', 'B', 'c', 'd', 'e', 'f'], edits: [edit(0, 'x'), edit(2, [{ text: 'y' }])] },
    { contents: ['a', 'B', 'c', 'd', 'e', 'f'], edits: [edit(1, 'x'), edit(2, [{ text: 'y' }])] },
    { contents: ['a'], edits: [] },
  ]
  for (const { contents, edits } of requests) {
    const fresh = editWriter()(newPlace(), 'messages', body(contents), edits)
    expect(writer(place, 'messages', body(contents), edits)).toEqual(fresh)
  }
})

test('says when an edit has no place', () => {
  expect(() => editWriter()(newPlace(), 'messages', body(['a']), [edit(1, 'x')])).toThrow(/cannot/)
})
