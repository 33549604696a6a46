import { expect, test } from 'vitest'
import { closest, editDistance } from './closest.ts'

test.each([
  { a: '', b: '', distance: 0 },
  { a: 'port', b: 'prot', distance: 1 },
  { a: 'backend', b: 'backned', distance: 1 },
  { a: 'host', b: 'hosts', distance: 1 },
  { a: 'kitten', b: 'sitting', distance: 3 },
])('$a is $distance away from $b', ({ a, b, distance }) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})

test.each([
  { word: 'prot', expected: 'port' },
  { word: 'max_input_char', expected: 'max_input_chars' },
  { word: 'PORT', expected: 'port' },
  { word: 'zebra', expected: undefined },
])('takes $word for $expected', ({ word, expected }) => {
  expect(closest(word, ['host', 'port', 'max_input_chars'])).toBe(expected)
})
