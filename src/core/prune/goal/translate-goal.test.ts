import { expect, test } from 'vitest'
import { readGoal } from './goal.ts'
import { translateGoal } from './translate-goal.ts'

const english = 'The copy of the record failed because the disk is full and the file is not there.'
const french = "La copie de l'enregistrement a échoué parce que le disque est plein."

test.each([
  { goal: 'pourquoi la copie a-t-elle échoué', words: ['copi', 'fail'] },
  { goal: 'quels fichiers sont manquants', words: ['fil', 'miss'] },
  { goal: 'comment passer de SQLite à Postgres', words: ['sqlite', 'postgr'] },
])('"$goal" is asked of an English text in its words', ({ goal, words }) => {
  const read = readGoal(goal, translateGoal(goal, english))
  expect([...read.weights.keys()]).toEqual(expect.arrayContaining(words))
})

test('a French text is asked in French, and an English goal stays as it is', () => {
  expect(translateGoal('pourquoi la copie a-t-elle échoué', french)).toBeUndefined()
  expect(translateGoal('why did the copy fail', english)).toBeUndefined()
})
