import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grainIndex } from './grains.ts'

const best = (scores: Float64Array) => scores.indexOf(Math.max(...scores))

test('a line is found through its neighbours when it lacks the word itself', () => {
  const index = grainIndex([
    ['Where did you buy the telescope?', 'At the market in Lyon.', 'Nice.'],
    ['Which market?', 'I never go to one.', 'Me neither.'],
    ['The weather is fine.', 'Yes.', 'No.'],
  ])
  const scores = index.lineScores('telescope')
  expect(best(scores)).toBe(0)
  expect(scores[1]).toBeGreaterThan(scores[3] ?? 0)
  expect(scores[6]).toBe(0)
})

test('the best text covers the query; its score is the share it covers', () => {
  const index = grainIndex([['pool of connections'], ['garden'], ['swimming pool']])
  const scores = index.textScores('connection pool')
  expect(best(scores)).toBe(0)
  expect(scores[0]).toBeCloseTo(1, 9)
  expect(scores[1]).toBe(0)
  expect(index.textScores('pool unheard words').reduce((a, b) => Math.max(a, b))).toBeLessThan(0.5)
})

test('a task described at length still comes close to a text that shares eight of its words', () => {
  const text = 'close the pool drain the queue stop timers end workers flush logs'
  const long = `${'lorem ipsum dolor '.repeat(30)} ${Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')} ${text}`
  expect(Math.max(...grainIndex([[text], ['garden']]).textScores(long))).toBeCloseTo(1, 9)
})

test('each text is stemmed in its own language, and a query meets both', () => {
  const index = grainIndex([
    ['Les connexions à la base sont fermées'],
    ['The connections to the base are closed'],
  ])
  expect(best(index.textScores('fermer la connexion'))).toBe(0)
  expect(best(index.textScores('closing connections'))).toBe(1)
})

test('scores lie in 0..1, one a text, and an empty text has none', () => {
  const words = fc.array(fc.constantFrom('red', 'green', 'blue', 'pool', ''), { maxLength: 4 })
  const text = fc.array(
    words.map((list) => list.join(' ')),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), words, (texts, query) => {
      const scores = grainIndex(texts).textScores(query.join(' '))
      expect(scores.length).toBe(texts.length)
      for (const [at, score] of scores.entries()) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-9)
        if (texts[at]?.length === 0) expect(score).toBe(0)
      }
    }),
  )
})

test('follows what the best line names to a line that shares no word with the question', () => {
  const index = grainIndex([
    ['Ada: My sister keeps a parrot called Rio.', 'Ben: How nice.'],
    ['Ben: It rained all day.', 'Ada: Then we stayed at home.'],
    ['Ada: Rio learned to whistle.', 'Ben: Really?'],
  ])
  const scores = index.lineScores('which animal does the sister keep')
  expect(scores[0]).toBe(1)
  expect(scores[4]).toBeGreaterThan(0)
  expect(scores[2]).toBe(0)
})
