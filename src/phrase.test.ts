import { expect, test } from 'vitest'
import { counted, phrase } from './phrase.ts'

test('is plain English wherever a text is wanted', () => {
  const told = phrase`Cannot read ${'a {} b'} (${phrase`code ${2}`})`
  expect(String(told)).toBe('Cannot read a {} b (code 2)')
  expect(JSON.stringify({ told })).toBe('{"told":"Cannot read a {} b (code 2)"}')
})

test.each([
  [0, '0 lines of x'],
  [1, '1 line of x'],
  [2, '2 lines of x'],
])('%j is said as %j', (number, said) => {
  expect(String(counted(number, '{} line of {}', '{} lines of {}', 'x'))).toBe(said)
})
