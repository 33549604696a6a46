import { expect, test } from 'vitest'
import type { Documents } from './documents.ts'
import type { Store } from './store.ts'
import type { Upkeep } from './upkeep.ts'

interface KeptStore {
  readonly store: Store
  readonly documents: Documents
  readonly upkeep: Upkeep
}

/** Every adapter of `Upkeep` must pass these, over a store that is empty when opened. */
export function upkeepContract(
  open: () => Promise<KeptStore>,
  digest: (text: string) => string,
): void {
  test('pages through originals by id, with expired ones and the digest of each text', async () => {
    const { store, upkeep } = await open()
    const texts = { prn_c: 'three', prn_a: 'one', prn_b: '\ud800 two' }
    await store.originals.keep(
      Object.entries(texts).map(([id, text]) => ({ id, kind: 'prune', text, expiresAt: 1 })),
    )
    const first = await upkeep.originals('', 2)
    expect(first.map(({ id, text }) => [id, text])).toEqual([
      ['prn_a', 'one'],
      ['prn_b', '\ud800 two'],
    ])
    expect(first.map((one) => one.digest)).toEqual(first.map(({ text }) => digest(text)))
    expect((await upkeep.originals('prn_b', 2)).map(({ id }) => id)).toEqual(['prn_c'])
  })

  test('pages through what was sent by key, with the time of its last use', async () => {
    const { store, upkeep } = await open()
    const record = { text: '\ud800', refersTo: ['x'], omissionId: 'prn_a', turn: 3 }
    await store.sentResults.keep([{ ...record, key: 'c' }], 30)
    await store.sentResults.keep(
      ['b', 'a'].map((key) => ({ ...record, key, text: null })),
      20,
    )
    expect(await upkeep.sentResults('', 2)).toEqual([
      { ...record, key: 'a', text: null, usedAt: 20 },
      { ...record, key: 'b', text: null, usedAt: 20 },
    ])
    expect(await upkeep.sentResults('b', 2)).toEqual([{ ...record, key: 'c', usedAt: 30 }])
  })

  test('pages through the ledger, oldest first', async () => {
    const { store, upkeep } = await open()
    const entry = { kind: 'prune', source: 'cli', durationMs: 1, isFallback: false, warnings: [] }
    await store.ledger.append([30, 10, 20].map((at) => ({ ...entry, at })))
    const [first, second] = await upkeep.ledger(0, 2)
    expect([first?.at, second?.at]).toEqual([30, 10])
    expect((await upkeep.ledger(second?.seq ?? 0, 9)).map(({ at }) => at)).toEqual([20])
  })

  test('finds nothing wrong with a store in daily use', async () => {
    const { store, upkeep } = await open()
    await store.originals.keep([{ id: 'prn_a', kind: 'prune', text: 'a', expiresAt: 9 }])
    await store.originals.sweep({ now: 10, maxBytes: 100, limit: 10 })
    expect(await upkeep.faults()).toEqual([])
  })
}
