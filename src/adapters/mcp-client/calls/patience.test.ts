import { expect, test, vi } from 'vitest'
import { createPatience } from './patience.ts'

test('the time of a call does not run while a person is asked', async () => {
  vi.useFakeTimers()
  const patience = createPatience(1000, () => Date.now())
  vi.advanceTimersByTime(900)
  await patience.during(async () => void vi.advanceTimersByTime(60_000))
  vi.advanceTimersByTime(99)
  expect(patience.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(patience.signal.aborted).toBe(true)
  vi.useRealTimers()
})
