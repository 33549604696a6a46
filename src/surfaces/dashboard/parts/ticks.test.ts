import { expect, test } from 'vitest'
import { ticksTo } from './ticks.ts'

test.each([
  { most: 0, ticks: [0, 1] },
  { most: 2_050_000, ticks: [0, 500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000] },
  { most: 167_900, ticks: [0, 50_000, 100_000, 150_000, 200_000] },
  { most: 5, ticks: [0, 1, 2, 3, 4, 5] },
])('a chart up to $most has lines at $ticks', ({ most, ticks }) => {
  expect(ticksTo(most)).toEqual(ticks)
})
