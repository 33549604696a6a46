import { expect, test } from 'vitest'
import { lostAfter, placesFor, recordWorkload } from './power-cut-stage.ts'

const cuts = 200

// 200 more beside each store: `npm run soak -- power`.
test(`the power goes ${cuts} times: every promise is kept, in every store`, async ({ skip }) => {
  if (!recordWorkload()) return skip('no compiler here to write down what goes to the disk')
  const places = placesFor(cuts, 7)
  expect(places[0]).toBeGreaterThan(0)
  expect(await lostAfter(places)).toEqual([])
}, 120_000)
