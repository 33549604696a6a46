import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Passage } from './passage.ts'
import { recordKeeper } from './record-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An account that writes when it is told to. */
function stage() {
  const waiting: ((isWritten: boolean) => void)[] = []
  const warnings: string[] = []
  const log = {
    info: () => {},
    warn: (event: string) => void warnings.push(event),
    error: () => {},
  }
  const add = (_: Passage, onEnd?: (isWritten: boolean) => void) =>
    void (onEnd && waiting.push(onEnd))
  const putOnRecord = recordKeeper({ add }, log)
  const put = (): { isOver: boolean } => {
    const one = { isOver: false }
    void putOnRecord({} as Passage).then(() => {
      one.isOver = true
    })
    return one
  }
  const write = async (isWritten: boolean): Promise<void> => {
    for (const tell of waiting.splice(0)) tell(isWritten)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { put, write, warnings }
}

test('waits for the row', async () => {
  const { put, write, warnings } = stage()
  const one = put()
  await vi.advanceTimersByTimeAsync(4900)
  expect(one.isOver).toBe(false)
  await write(true)
  expect(one.isOver).toBe(true)
  expect(warnings).toEqual([])
})

test('waits five seconds at most, each time: slow is not away', async () => {
  const { put, warnings } = stage()
  const first = put()
  await vi.advanceTimersByTimeAsync(5000)
  const second = put()
  await vi.advanceTimersByTimeAsync(4000)
  expect([first.isOver, second.isOver]).toEqual([true, false])
  expect(warnings).toEqual(['ledger-late'])
})

test('waits no more once a write failed, until one passes, and says so once', async () => {
  const { put, write, warnings } = stage()
  put()
  await write(false)
  const [second, third] = [put(), put()]
  await vi.advanceTimersByTimeAsync(0)
  expect([second.isOver, third.isOver]).toEqual([true, true])
  await write(false)
  await write(true)
  put()
  await write(true)
  const last = put()
  await vi.advanceTimersByTimeAsync(0)
  expect(last.isOver).toBe(false)
  expect(warnings).toEqual(['ledger-away'])
})
