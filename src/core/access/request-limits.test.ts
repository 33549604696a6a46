import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestLimits } from './request-limits.ts'

test('lets a minute of requests through at once, then says how long to wait', () => {
  let now = 0
  const limits = requestLimits(() => now)
  const takes = [1, 2, 3].map(() => limits.take('a', 2))
  expect(takes).toEqual([0, 0, 30_000])
  now += 30_000
  expect([limits.take('a', 2), limits.take('a', 2)]).toEqual([0, 30_000])
})

test('counts each token by itself', () => {
  const limits = requestLimits(() => 0)
  expect([limits.take('a', 1), limits.take('b', 1), limits.take('a', 1)]).toEqual([0, 0, 60_000])
})

test('never lets more through than a full bucket and what flowed in since', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
      (perMinute, pauses) => {
        let now = 0
        const limits = requestLimits(() => now)
        let passed = 0
        for (const pause of pauses) {
          now += pause
          if (limits.take('a', perMinute) === 0) passed++
        }
        expect(passed).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000 + 1e-6)
      },
    ),
  )
})

test('a client that waits as told gets in', () => {
  let now = 0
  const limits = requestLimits(() => now)
  for (let count = 0; count < 7; count++) limits.take('a', 7)
  now += limits.take('a', 7)
  expect(limits.take('a', 7)).toBe(0)
})

test('an hour of silence saves up no more than a minute of requests', () => {
  let now = 0
  const limits = requestLimits(() => now)
  limits.take('a', 3)
  now += 3_600_000
  expect([1, 2, 3, 4].map(() => limits.take('a', 3) === 0)).toEqual([true, true, true, false])
})
