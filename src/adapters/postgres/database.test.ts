import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { digest } from '../node/digest.ts'
import { postgresLedger } from './ledger.ts'
import { openDatabase } from './open.ts'
import { postgresOriginals } from './originals.ts'
import { fromColumn, toColumn } from './text.ts'

const entry = (ref: string) => ({
  at: 1,
  kind: 'prune',
  ref,
  source: 'test',
  durationMs: 1,
  isFallback: false,
  warnings: [],
})

test.each(['plain', 'a\0b', '\0', '\uE000', '\uE0000\0\uE0001', ''])(
  'a column gives %j back',
  (text) => {
    expect(fromColumn(toColumn(text))).toBe(text)
    expect(toColumn(text)).not.toContain('\0')
  },
)

test('says that nothing answers, and not where', async () => {
  const url = 'postgres://tamis:canary@127.0.0.1:1/tamis'
  const database = openDatabase({ url, schema: 'tamis', connections: 2, timeoutMs: 1000 })
  const error = await database.run('select 1').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'store_unavailable', hint: expect.any(String) })
  expect(JSON.stringify(error) + String(error)).not.toContain('canary')
  await database.close()
})

describePostgres('a database', ({ open, server }) => {
  const cut = () =>
    server().query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tamis'",
    )

  test('loses and doubles no row while connections are cut', async () => {
    const database = open()
    const ledger = postgresLedger(database)
    const originals = postgresOriginals(database, digest)
    const kept: string[] = []
    const refused: unknown[] = []
    const write = async (writer: number): Promise<void> => {
      for (let at = 0; at < 25; at++) {
        const id = `prn_${writer}_${at}`
        try {
          await originals.keep([{ id, kind: 'prune', text: `text ${at % 5}`, expiresAt: 1e15 }])
          await ledger.append([entry(id)])
          kept.push(id)
        } catch (error) {
          refused.push(error)
        }
      }
    }
    const cutting = async (): Promise<void> => {
      for (let times = 0; times < 5; times++) await cut()
    }
    await Promise.all([...Array.from({ length: 8 }, (_, writer) => write(writer)), cutting()])
    const rows = await ledger.list({}, 1000)
    const refs = rows.map(({ ref }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
    expect(kept.filter((id) => !refs.includes(id))).toEqual([])
    for (const id of kept) expect(await originals.find(id, 0)).toBeDefined()
    for (const error of refused) expect(error).toMatchObject({ code: 'store_unavailable' })
    expect((await originals.usage()).texts).toBe(5)
  })

  test('keeps what one daemon keeps while another sweeps', async () => {
    const [first, second] = [open('sweeping'), open('sweeping')]
    const writer = postgresOriginals(first, digest)
    const sweeper = postgresOriginals(second, digest)
    const texts = Array.from({ length: 60 }, (_, at) => `text ${at % 3}`)
    const writing = (async () => {
      for (const [at, text] of texts.entries())
        await writer.keep([
          { id: `short_${at}`, kind: 'mask', text, expiresAt: 10 },
          { id: `long_${at}`, kind: 'mask', text, expiresAt: 1e15 },
        ])
    })()
    const sweeping = (async () => {
      for (let times = 0; times < 30; times++)
        await sweeper.sweep({ now: 100, maxBytes: 1e12, limit: 50 })
    })()
    await Promise.all([writing, sweeping])
    for (const [at, text] of texts.entries())
      expect(await sweeper.find(`long_${at}`, 0)).toMatchObject({ text })
    expect((await sweeper.usage()).texts).toBe(3)
  })

  test('gives up a statement that takes too long', async () => {
    const settings = { schema: 'slow', connections: 2, timeoutMs: 300 }
    const database = openDatabase({ url: server().url, ...settings })
    await expect(database.run('select pg_sleep(5)')).rejects.toMatchObject({
      code: 'store_unavailable',
      hint: expect.stringContaining('store.timeout_ms'),
    })
    await database.close()
  })

  test('is back by itself when the server is', async () => {
    const database = open()
    await database.run('select 1')
    await server().stop('immediate')
    await expect(database.run('select 1')).rejects.toMatchObject({ code: 'store_unavailable' })
    await server().start()
    expect(await database.run('select 2 as two')).toEqual([{ two: 2 }])
  })
})
