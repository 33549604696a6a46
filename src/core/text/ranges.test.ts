import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complementRanges, countLines, mergeRanges, rangesOfFlags } from './ranges.ts'

test.each([
  { ranges: [], merged: [] },
  {
    ranges: [
      [5, 6],
      [1, 2],
    ],
    merged: [
      [1, 2],
      [5, 6],
    ],
  },
  {
    ranges: [
      [1, 2],
      [3, 4],
    ],
    merged: [[1, 4]],
  },
  {
    ranges: [
      [1, 9],
      [3, 4],
      [12, 11],
    ],
    merged: [[1, 9]],
  },
])('merges $ranges into $merged', ({ ranges, merged }) => {
  const asRange = ([start = 0, end = 0]: number[]) => ({ start, end })
  expect(mergeRanges(ranges.map(asRange))).toEqual(merged.map(asRange))
})

test('ranges and their complement cover every line exactly once', () => {
  const range = fc.record({ start: fc.integer({ min: 1, max: 40 }), end: fc.integer({ max: 40 }) })
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const merged = mergeRanges(ranges)
      const gaps = complementRanges(ranges, 40)
      expect(countLines(merged) + countLines(gaps)).toBe(40)
      expect(complementRanges(gaps, 40)).toEqual(merged)
    }),
  )
})

test('reads flags as ranges that count from 1', () => {
  expect(rangesOfFlags(Uint8Array.of(1, 1, 0, 1))).toEqual([
    { start: 1, end: 2 },
    { start: 4, end: 4 },
  ])
  expect(rangesOfFlags(new Uint8Array(3))).toEqual([])
})
