import { expect, test } from 'vitest'
import { areNumbersAbsent } from './absent-numbers.ts'

const text = 'listening on port 15432\nrelease 5.4.5 took 812 ms'

test.each([
  { goal: 'who listens on port 5432', isAbsent: true },
  { goal: 'who listens on port 15432', isAbsent: false },
  { goal: 'when was 5.4.6 published', isAbsent: true },
  { goal: 'when was v5.4.5 published', isAbsent: false },
  { goal: 'which of 15432 and 5432 is used', isAbsent: false },
  { goal: 'which request took more than 500', isAbsent: false },
  { goal: 'what took 500 ms', isAbsent: false },
  { goal: 'which port is used', isAbsent: false },
])('the numbers of “$goal” are absent: $isAbsent', ({ goal, isAbsent }) => {
  expect(areNumbersAbsent(goal, text)).toBe(isAbsent)
})
