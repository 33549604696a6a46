import { expect, test } from 'vitest'
import type { Entailment, EntailmentPair } from '../../../../ports/entailment.ts'
import { unentailedSentences } from './unentailed-sentences.ts'

function verifier() {
  const asked: EntailmentPair[] = []
  const entailment: Entailment = {
    model: 'words',
    likelihoods: async (pairs) => {
      asked.push(...pairs)
      return pairs.map(({ premise, claim }) => (premise.includes(claim) ? 0.9 : 0.1))
    },
  }
  return { asked, entailment }
}

const premises = new Map([
  [1, 'Notes\nThe mirror is heavy.'],
  [3, 'Notes\nThe dome is white. It turns.'],
])

test('holds each sentence against the sources it cites', async () => {
  const { entailment, asked } = verifier()
  const answer = 'The mirror is heavy [1]. The dome is white. [3] The mirror is heavy [3].'
  expect(await unentailedSentences(entailment, answer, premises)).toEqual(['The mirror is heavy.'])
  expect(asked.map(({ claim }) => claim)).toEqual([
    'The mirror is heavy.',
    'The dome is white.',
    'The mirror is heavy.',
  ])
})

test('holds a sentence that cites nothing against every source', async () => {
  const { entailment, asked } = verifier()
  expect(await unentailedSentences(entailment, 'It turns.', premises)).toEqual([])
  expect(asked).toHaveLength(2)
})
