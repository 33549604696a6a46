import { expect, test } from 'vitest'
import { unsupportedSpans } from './verify-spans.ts'

const evidence = [
  'The dome of the Sandhorn Observatory is 18 metres wide and cost 1,250,000 crowns.',
  'Ilse Marvane wrote: "the mirror is the heart". It opened on 1931-05-04 at 9:30.',
]
const question = 'How wide is the dome, and what did Vellerby pay?'

test.each([
  ['The dome is 18 metres wide [1].', []],
  ['It cost 1250000 crowns [1].', []],
  ['It cost 1,250,000 crowns [1].', []],
  ['It opened on 1931-05-04 at 9:30 [2].', []],
  ['The town Vellerby paid [1].', []],
  ['As Marvane says, "the mirror is the heart" [2].', []],
  ['It is 19 metres wide [1].', ['19']],
  ['It was built by Otto Brandt [1].', ['Otto Brandt']],
  ['She wrote "the dome is the heart" [2].', ['the dome is the heart']],
  ["The Observatory's dome is wide [1].", []],
])('checks %s', (answer, unsupported) => {
  expect(unsupportedSpans(answer, evidence, question)).toEqual(unsupported)
})
