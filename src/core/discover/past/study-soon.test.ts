import { expect, test } from 'vitest'
import type { View } from '../answer/view.ts'
import { createStudySoon } from './past.ts'

function stage(current: () => Promise<View>) {
  const waiting: (() => void)[] = []
  const failures: unknown[] = []
  const studySoon = createStudySoon({
    views: { current },
    pause: () => new Promise((resolve) => waiting.push(resolve)),
    onFailure: (error) => failures.push(error),
  })
  const passTime = (): void => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { studySoon, failures, passTime }
}

test('a few runs are studied once, when no more come', async () => {
  let studies = 0
  const { studySoon, passTime, failures } = stage(() => {
    studies += 1
    return Promise.reject(new Error('closed'))
  })
  for (let run = 0; run < 10; run++) studySoon()
  expect(studies).toBe(0)
  passTime()
  await expect.poll(() => failures).toHaveLength(1)
  expect(studies).toBe(1)
})

test('while many come, they are studied as they grow, and one study at a time', async () => {
  let studies = 0
  const endings: (() => void)[] = []
  const { studySoon } = stage(() => {
    studies += 1
    return new Promise<View>((_, reject) => endings.push(() => reject(new Error('closed'))))
  })
  for (let run = 0; run < 1000; run++) studySoon()
  expect(studies).toBe(1)
  endings.pop()?.()
  await expect
    .poll(() => {
      studySoon()
      return studies
    })
    .toBe(2)
})
