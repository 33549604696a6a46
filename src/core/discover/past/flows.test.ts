import { expect, test } from 'vitest'
import { type SingleCall, sequenceOf } from './flows.ts'

const call = (tool: string, args: SingleCall['args'], output: unknown): SingleCall => ({
  ...{ at: 0, tool, args, output, intent: 'tell the author of a bug' },
})

test('values that come back as arguments become references, others inputs', () => {
  const found = sequenceOf([
    call('tool:git:find', { query: 'bug' }, { items: [{ number: 4711, author: 'ada' }] }),
    call('tool:git:read', { number: 4711 }, { body: 'it fails', author: 'ada' }),
    call('tool:mail:send', { to: 'ada', text: 'hello' }, 'sent'),
  ])
  expect(found?.tools).toEqual(['tool:git:find', 'tool:git:read', 'tool:mail:send'])
  expect(found?.dag?.tasks.map((task) => task.arguments)).toEqual([
    { query: { $ref: '$input.query' } },
    { number: { $ref: 't1.items.0.number' } },
    { to: { $ref: 't2.author' }, text: { $ref: '$input.text' } },
  ])
  expect(found?.links).toEqual([
    ['tool:git:find', 'tool:git:read'],
    ['tool:git:read', 'tool:mail:send'],
  ])
  expect(found?.intent).toBe('tell the author of a bug')
})

test('calls between which nothing flows are no workflow', () => {
  expect(
    sequenceOf([call('tool:a:one', { x: 'red' }, 'blue'), call('tool:b:two', { y: 'green' }, '')]),
  ).toBeUndefined()
})

test('short values are the same by chance', () => {
  expect(
    sequenceOf([call('tool:a:one', {}, { page: 1 }), call('tool:b:two', { page: 1 }, '')]),
  ).toBeUndefined()
})

test('an answer of any size is read in bounded work', () => {
  const huge = Array.from({ length: 200_000 }, (_, at) => ({ id: `item-${at}` }))
  const found = sequenceOf([
    call('tool:a:list', {}, huge),
    call('tool:a:get', { id: 'item-3' }, ''),
    call('tool:a:get', { id: 'item-199999' }, ''),
  ])
  expect(found?.dag?.tasks.map(({ id }) => id)).toEqual(['t1', 't2'])
})
