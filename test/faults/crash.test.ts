import { expect, test } from 'vitest'
import { crashLoop } from './crash-loop.ts'

/** `npm run soak -- crash --loops 200` does the rest. */
const loops = 8

test('killed in the middle of writes, again and again: every acknowledged write is there', async () => {
  const { acknowledged, lost, isDoctorClean, doctorSaid } = await crashLoop(loops)
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(loops * 5)
  expect(isDoctorClean, doctorSaid).toBe(true)
}, 120_000)
