import { expect, test } from 'vitest'
import { pauseUntil } from './pause.ts'

test('work on the side does not go on once all is closed, work that is awaited does', async () => {
  const closing = new AbortController()
  const pause = pauseUntil(closing.signal)
  await pause(0)
  const ended: string[] = []
  void pause(0).then(() => ended.push('on the side'))
  closing.abort()
  await pause(5, true)
  expect(ended).toEqual([])
})
