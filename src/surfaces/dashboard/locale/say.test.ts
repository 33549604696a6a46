import { afterEach, expect, test } from 'vitest'
import { money, percent } from '../parts/numbers.ts'
import { french } from './french.ts'
import { language, speak } from './language.ts'
import { heard, say } from './say.ts'

const english = language()
afterEach(() => speak(english))

test.each([
  [0, '0 documents', '0 document'],
  [1, '1 document', '1 document'],
  [12_345, '12,345 documents', '12\u202f345 documents'],
])('counts %d in both languages', (number, inEnglish, inFrench) => {
  expect(say('{} document|{} documents', number)).toBe(inEnglish)
  speak(french)
  expect(say('{} document|{} documents', number)).toBe(inFrench)
})

test('numbers, shares and money follow the language', () => {
  speak(french)
  expect(say('{} of {}', 1234, 'x')).toBe('1\u202f234 sur x')
  expect(percent(0.42, 1)).toBe('42\u00a0%')
  expect(money(-12.5)).toBe('−12,50\u00a0$')
})

test('what the daemon says is heard in French; a code it does not know is read out', () => {
  expect(heard('sieve_failed')).toBe('sieve failed')
  expect(heard('Plain words.')).toBe('Plain words.')
  speak(french)
  expect(heard('sieve_failed')).toBe('le tamis a failli')
  expect(heard('some_new_code')).toBe('some new code')
})
