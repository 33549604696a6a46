import { expect, test } from 'vitest'
import { prune } from './index.ts'

test('prunes as a library, with the same id each time', () => {
  const input = {
    text: Array.from({ length: 200 }, (_, index) =>
      index === 90 ? 'the needle is here' : `hay ${index}`,
    ).join('\n'),
    goal: 'find the needle',
    sourceType: 'docs',
    maxPruneRatio: 0.9,
    minKeepLines: 1,
    annotateLines: false,
    includeMarkers: true,
  } as const
  const outcome = prune(input)
  expect(outcome.text).toContain('the needle is here')
  expect(outcome.text).toContain(`prune_id=${outcome.pruneId}`)
  expect(prune(input)).toEqual(outcome)
})
