import { expect, test } from 'vitest'
import { argumentsOf, callSubject } from './call-subject.ts'

test.each([
  { json: '{"offset":3,"file_path":"src/app.ts"}', subject: 'src/app.ts' },
  { json: '{"command":["npm","test"]}', subject: 'npm test' },
  { json: '{"query":"select 1","name":"x"}', subject: 'select 1' },
  { json: '{"depth":2}', subject: '' },
  { json: '[1]', subject: '' },
  { json: 'not JSON', subject: '' },
])('a call with $json is about "$subject"', ({ json, subject }) => {
  expect(callSubject(json)).toBe(subject)
})

test('arguments that are no object have no names', () => {
  expect(argumentsOf('null')).toEqual({})
})
