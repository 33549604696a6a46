import { expect, test } from 'vitest'
import type { Entry } from '../catalog/entries.ts'
import { readIntent } from './intent.ts'
import { readQuestion } from './question.ts'
import { buildSearchIndex } from './search-index.ts'
import { takeTurns } from './take-turns.ts'

const texts = ['weather forecast', 'weather report', 'weather alerts', 'send mail letter']
const index = buildSearchIndex(
  texts.map(
    (description): Entry => ({
      ...{ id: description, type: 'tool', servers: [], tags: [], intent: description },
      text: {
        ...{ name: '', description, parameters: '', notes: '', server: '', serverDescription: '' },
      },
    }),
  ),
)
const hits = [3, 2.9, 2.8, 2.7].map((score, document) => ({ document, score }))
const orderFor = (intent: string): readonly number[] =>
  takeTurns(hits, readQuestion({ index, intent: readIntent(intent) })).map(
    ({ document }) => document,
  )

test('of an intent with two parts, the second gets its turn before more of the first', () => {
  expect(orderFor('Tell me the weather in Oslo. Then send a mail to the team.')).toEqual([
    0, 3, 1, 2,
  ])
})

test('an intent of one part keeps the order of the sums', () => {
  expect(orderFor('weather in Oslo')).toEqual([0, 1, 2, 3])
})

test('scores fall along the list', () => {
  const question = readQuestion({
    index,
    intent: readIntent('Tell me the weather in Oslo. Then send a mail to the team.'),
  })
  const scores = takeTurns(hits, question).map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
})
