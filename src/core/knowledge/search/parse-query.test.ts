import { expect, test } from 'vitest'
import { parseQuery, plainQuery } from './parse-query.ts'

test.each([
  { query: 'red apples', text: 'red apples', required: [], excluded: [] },
  { query: '"red apples"', text: 'red apples', required: ['red apples'], excluded: [] },
  { query: 'who ate "red apples"', text: 'who ate red apples', required: [], excluded: [] },
  {
    query: 'who ate +"red apples"',
    text: 'who ate red apples',
    required: ['red apples'],
    excluded: [],
  },
  {
    query: 'apples -green -"not ripe"',
    text: 'apples',
    required: [],
    excluded: ['green', 'not ripe'],
  },
  { query: 'well-known - apples', text: 'well-known - apples', required: [], excluded: [] },
  { query: 'an "open quote', text: 'an "open quote', required: [], excluded: [] },
  { query: '', text: '', required: [], excluded: [] },
])('reads $query', ({ query, ...expected }) => {
  const { text, ...rest } = parseQuery(query)
  expect({ text: text.replace(/\s+/g, ' '), ...rest }).toEqual(expected)
})

test('takes a question as it is', () => {
  expect(plainQuery('why -x "y"?')).toEqual({ text: 'why -x "y"?', required: [], excluded: [] })
})
