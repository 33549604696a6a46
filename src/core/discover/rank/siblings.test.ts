import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amongSiblings } from './lifts.ts'

test('an entry comes nearer to the best of its server, but not to that of another', () => {
  const [best = 0, near = 0, elsewhere = 0] = amongSiblings(
    new Float64Array([6, 2.4, 2.5]),
    [0, 0, 1],
  )
  expect(best).toBe(6)
  expect(near).toBeCloseTo(3)
  expect(elsewhere).toBe(2.5)
})

test('what matches nothing is not carried along', () => {
  expect([...amongSiblings(new Float64Array([6, 0]), [0, 0])]).toEqual([6, 0])
})

test('within a server the order stays, and nobody passes the best', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 9, noNaN: true })), (given) => {
      const sums = Float64Array.from(given).sort()
      const found = amongSiblings(
        sums,
        given.map(() => 0),
      )
      expect(found.at(-1)).toBe(sums.at(-1))
      expect([...found.toSorted()]).toEqual([...found])
    }),
  )
})
