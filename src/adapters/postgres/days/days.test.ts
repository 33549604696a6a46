import { expect, test } from 'vitest'
import { describePostgres } from '../../../../test/support/postgres-stage.ts'
import type { LedgerEntry } from '../../../ports/store/ledger.ts'
import { digest } from '../../node/digest.ts'
import { postgresLedger } from '../ledger.ts'
import { postgresOriginals } from '../originals.ts'
import { postgresUpkeep } from '../upkeep.ts'
import { uuidAt } from './ledger-days.ts'

const dayMs = 86_400_000
const day = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
const row: Omit<LedgerEntry, 'at'> = {
  kind: 'prune',
  source: 'cli',
  durationMs: 1,
  isFallback: false,
  warnings: [],
}

describePostgres('days of postgres', ({ open }) => {
  test('rows of the ledger lie in their day, and go with it', async () => {
    const database = open()
    const ledger = postgresLedger(database)
    const now = Date.now()
    expect(await ledger.sweep(0, 100)).toBe(0)
    const [third, fourth] = [now + 3 * dayMs, now + 4 * dayMs]
    await ledger.append([now, third, third, fourth].map((at) => ({ ...row, at })))
    const parts = async () =>
      (await database.run('select tableoid::regclass::text as part from ledger order by seq')).map(
        ({ part }) => part,
      )
    const [before, inThird, inFourth] = [
      'ledger_before',
      `ledger_${day(third)}`,
      `ledger_${day(fourth)}`,
    ]
    expect(await parts()).toEqual([before, inThird, inThird, inFourth])
    // Until a day is over all of its rows stay.
    expect(await ledger.sweep(fourth, 100)).toBe(3)
    expect(await parts()).toEqual([inFourth])
    expect(await ledger.sweep(Number.MAX_SAFE_INTEGER, 100)).toBe(1)
    await ledger.append([{ ...row, at: fourth }])
    expect(await ledger.list({}, 10)).toHaveLength(1)
  })

  test('a row that was sent twice is there once, on whichever day', async () => {
    const database = open()
    const ledger = postgresLedger(database)
    await ledger.sweep(0, 1)
    const values = [0, 3, 400].map((days) =>
      ledger.toValues({ ...row, at: Date.now() + days * dayMs }),
    )
    await ledger.appendValues(values)
    await ledger.appendValues(values)
    expect((await ledger.list({}, 10)).map(({ seq }) => seq)).toHaveLength(3)
    expect(uuidAt(-1, '0'.repeat(20))).toBe('00000000-0000-0000-0000-000000000000')
  })

  test('texts go with their day, but for those that are still named', async () => {
    const database = open()
    const originals = postgresOriginals(database, digest)
    const limits = { now: 500, maxBytes: 1e9, limit: 100 }
    const keep = (id: string, expiresAt: number) =>
      originals.keep([{ id, kind: 'prune', text: `${id} ${'x'.repeat(200)}`, expiresAt }])
    for (let at = 0; at < 19; at++) await keep(`prn_${at}`, 10)
    await keep('prn_kept', 1000)
    // As if all of them had come yesterday.
    await database.run(`update texts set kept_on = kept_on - 1`)
    expect(await originals.sweep(limits)).toEqual({ removed: 19, isUnfinished: false })
    const days = await database.run('select distinct tableoid::regclass::text as part from texts')
    expect(days.map(({ part }) => part)).toEqual([expect.stringMatching(/^texts_\d{8}$/)])
    expect(await originals.find('prn_kept', 500)).toMatchObject({ id: 'prn_kept' })
    expect(await originals.usage()).toMatchObject({ ids: 1, texts: 1 })
    expect(await postgresUpkeep(database).faults()).toEqual([])
  })

  test('an original is not kept without its text, nor a text taken from one', async () => {
    const database = open()
    const add = "insert into originals values ('prn_x', 'prune', 'nowhere', 1, null)"
    await expect(database.run(add)).rejects.toMatchObject({ code: 'store_unavailable' })
    await postgresOriginals(database, digest).keep([
      { id: 'prn_y', kind: 'prune', text: 'y', expiresAt: 1 },
    ])
    await expect(database.run('delete from texts')).rejects.toMatchObject({
      details: { database_code: '23503' },
    })
  })
})
