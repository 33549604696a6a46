import { expect, test } from 'vitest'
import { argumentsOf, schemaFields } from './schema-fields.ts'

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Which file' },
    limit: { type: 'integer', default: 10 },
    deep: { type: 'boolean' },
    order: { enum: ['asc', 'desc'] },
    tags: { type: 'array' },
  },
  required: ['path'],
}

test('parameters become fields of their kind', () => {
  expect(
    schemaFields(schema).map(({ name, kind, isRequired }) => [name, kind, isRequired]),
  ).toEqual([
    ['path', 'text', true],
    ['limit', 'number', false],
    ['deep', 'flag', false],
    ['order', 'choice', false],
    ['tags', 'json', false],
  ])
})

test('what was typed becomes arguments, and empty fields are left out', () => {
  const fields = schemaFields(schema)
  expect(argumentsOf(fields, { path: '12', deep: 'true', tags: '["a"]', order: '' })).toEqual({
    path: '12',
    limit: 10,
    deep: true,
    tags: ['a'],
  })
})

test.each([
  [{ limit: 'ten' }, 'limit is not a number'],
  [{ tags: '[' }, 'tags is not JSON'],
])('%o is refused by name', (typed, message) => {
  expect(() => argumentsOf(schemaFields(schema), typed)).toThrow(message)
})

test('a tool without parameters has no fields', () => {
  expect(schemaFields(undefined)).toEqual([])
})
