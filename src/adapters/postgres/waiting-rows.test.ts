import { expect, test } from 'vitest'
import { EngineError } from '../../errors.ts'
import { waitingRows } from './waiting-rows.ts'

/** A database that can go away, refuses `bad` rows, and keeps the rest. */
function stage() {
  const kept: string[] = []
  const state = { isAway: false }
  const rows = waitingRows<string>(async (given) => {
    if (state.isAway) throw new EngineError('store_unavailable', 'away')
    if (given.some((row) => row.startsWith('bad'))) throw new Error('refused')
    kept.push(...given)
  })
  return { kept, state, rows }
}

test('a row that the database refuses costs no other', async () => {
  const { kept, rows } = stage()
  await expect(rows.write(['a', 'bad', 'b', 'c', 'd'])).rejects.toThrow('refused')
  expect(kept.sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('rows wait while the database is away, a bad one among them too', async () => {
  const { kept, state, rows } = stage()
  state.isAway = true
  await expect(rows.write(['a', 'bad'])).rejects.toMatchObject({ details: { waiting: 2 } })
  await expect(rows.write(['b'])).rejects.toMatchObject({ code: 'store_unavailable' })
  state.isAway = false
  await expect.poll(() => kept.toSorted(), { timeout: 5000 }).toEqual(['a', 'b'])
})

test('a flood while it is away drops the oldest, and says how many', async () => {
  const { kept, state, rows } = stage()
  state.isAway = true
  const flood = Array.from({ length: 20_001 }, (_, at) => String(at))
  await expect(rows.write(flood)).rejects.toMatchObject({
    details: { waiting: 20_000, dropped: 1 },
  })
  state.isAway = false
  await rows.flush()
  expect(kept).toHaveLength(20_000)
  expect(kept[0]).toBe('1')
})
