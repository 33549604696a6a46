import { expect, test } from 'vitest'
import { oneAtATime } from './prepare-body.ts'

test('work is done in the order it came, one after the other, whatever fails', async () => {
  const inTurn = oneAtATime()
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name} ends`)
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
