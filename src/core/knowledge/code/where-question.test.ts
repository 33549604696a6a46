import { expect, test } from 'vitest'
import { whereQuestion } from './where-question.ts'

test.each([
  ['where is parseUrl defined?', { name: 'parseUrl', asks: 'defined' }],
  ['Where is the function `parse_url()` implemented', { name: 'parse_url', asks: 'defined' }],
  ['where is URL.parse used', { name: 'parse', asks: 'used' }],
  ['who calls parseUrl', { name: 'parseUrl', asks: 'used' }],
  ['where is parseUrl tested?', { name: 'parseUrl', asks: 'tested' }],
  ['tests for parseUrl', { name: 'parseUrl', asks: 'tested' }],
  ['où est parseUrl défini ?', { name: 'parseUrl', asks: 'defined' }],
])('reads %s', (query, asked) => {
  expect(whereQuestion(query)).toEqual(asked)
})

test.each(['where is the retry limit explained', 'how is parseUrl used in tests', 'parseUrl'])(
  'leaves %s to the search',
  (query) => {
    expect(whereQuestion(query)).toBeUndefined()
  },
)
