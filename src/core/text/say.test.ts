import { expect, test } from 'vitest'
import { counted } from './say.ts'

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [2, '2 lines'],
])('%j is said as %j', (number, said) => {
  expect(counted(number, '{} line', '{} lines')).toBe(said)
})

test('says the whole message in the language of the reader', () => {
  const say = (message: string): string => message.replace(/ lines?$/, ' ligne')
  expect(counted(1, '{} line', '{} lines', say)).toBe('1 ligne')
})

test('leaves it to the language what is one: in French nothing is', () => {
  const say = Object.assign((message: string): string => message, {
    isOne: (number: number) => number < 2,
  })
  expect([0, 1, 2].map((number) => counted(number, '{} mot', '{} mots', say))).toEqual([
    '0 mot',
    '1 mot',
    '2 mots',
  ])
})
