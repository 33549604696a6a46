import { expect, test } from 'vitest'
import { fillKept, openKept } from '../../../test/support/kept-stage.ts'
import { digest } from '../../adapters/node/digest.ts'
import { copyStore, type Marks, requireEmpty } from './copy-store.ts'
import type { Kept } from './parts.ts'
import { differences, tallyStore } from './tally.ts'

test('copies every row of every part, so that search finds the documents', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 350)
  const tallies = await copyStore(from, to, {}, digest, () => undefined)
  expect(Object.values(tallies).map(({ rows }) => rows)).toEqual([
    1, 1, 1, 0, 350, 350, 350, 350, 20,
  ])
  const query = { any: ['turnip'], phrases: [], none: [], filter: {}, limit: 50 }
  expect((await to.documents.match({ index: 'words', ...query })).length).toBe(20)
  const near = { model: 'm', vector: Float32Array.of(0.6, 0.8), filter: {}, limit: 50 }
  expect((await to.documents.nearest(near)).length).toBe(20)
})

test('what was sent stands on the other side, and lives no longer for having been copied', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 350)
  await copyStore(from, to, {}, digest, () => undefined)
  const keys = Array.from({ length: 350 }, (_, at) => `key ${at}`)
  const sorted = async ({ store }: Kept) =>
    (await store.sentResults.find(keys, 2_000)).toSorted((a, b) => a.turn - b.turn)
  expect(await sorted(to)).toEqual(await sorted(from))
  expect(await to.store.sentResults.sweep(2_000, 1_000)).toBe(175)
})

test.each([1, 3, 5, 8, 12])(
  'takes up where it was when it broke after %i batches',
  async (batches) => {
    const [from, to] = [openKept(), openKept()]
    await fillKept(from, 350)
    let marks: Marks = {}
    let done = 0
    const breaking = copyStore(from, to, {}, digest, (progress) => {
      // The mark of the batch that broke is lost, as after a kill.
      if (++done > batches) throw new Error('killed')
      marks = progress.marks
    })
    await expect(breaking).rejects.toThrow('killed')
    const again: string[] = []
    await copyStore(from, to, marks, digest, ({ part, rows }) => again.push(`${part} ${rows}`))
    expect(differences(await tallyStore(from, digest), await tallyStore(to, digest))).toEqual([])
  },
)

test('says when the copy is not the same', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 30)
  let isFirst = true
  const copying = copyStore(from, to, {}, digest, () => {
    if (!isFirst) return
    isFirst = false
    void from.store.originals.keep([{ id: 'a', kind: 'mask', text: 'late', expiresAt: 1 }])
    void to.store.ledger.sweep(5, 1)
    void to.store.originals.keep([{ id: 'b', kind: 'mask', text: 'foreign', expiresAt: 1 }])
  })
  await expect(copying).rejects.toMatchObject({ code: 'archive_invalid' })
})

test('refuses a target that holds something', async () => {
  const kept = openKept()
  await requireEmpty(kept)
  const record = { key: 'a', text: null, refersTo: [], turn: 0, omissionId: null }
  await kept.store.sentResults.keep([record], 1)
  await expect(requireEmpty(kept)).rejects.toMatchObject({ code: 'store_not_empty' })
})
