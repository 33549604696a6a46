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

test('a parameter that two tools were given different values for is two inputs', () => {
  const found = sequenceOf([
    call('tool:fs:read', { path: '/in', mode: 'text' }, 'a long enough text'),
    call('tool:fs:write', { path: '/out', mode: 'text', content: 'a long enough text' }, ''),
  ])
  expect(found?.dag?.tasks.map((task) => task.arguments)).toEqual([
    { path: { $ref: '$input.path' }, mode: { $ref: '$input.mode' } },
    {
      path: { $ref: '$input.write_path' },
      mode: { $ref: '$input.mode' },
      content: { $ref: 't1' },
    },
  ])
})

test('values that flow inside a list or an object keep its form', () => {
  const found = sequenceOf([
    call('tool:a:find', {}, { ids: ['first-id', 'second-id'] }),
    call('tool:a:tag', { items: [{ id: 'second-id' }, { id: 'first-id' }] }, ''),
    call('tool:a:note', { about: { id: 'first-id', text: 'of the user' } }, ''),
  ])
  expect(found?.dag?.tasks.map((task) => task.arguments)).toEqual([
    {},
    { items: [{ id: { $ref: 't1.ids.1' } }, { id: { $ref: 't1.ids.0' } }] },
  ])
})
