import { expect, test } from 'vitest'
import { counted } from './numbers.ts'

test.each([
  { value: 0, said: '0 lines' },
  { value: 1, said: '1 line' },
  { value: 12_345, said: '12,345 lines' },
])('counts $said', ({ value, said }) => {
  expect(counted(value, 'line')).toBe(said)
})

test('takes a plural that is not made by an s', () => {
  expect(counted(2, 'story', 'stories')).toBe('2 stories')
})
