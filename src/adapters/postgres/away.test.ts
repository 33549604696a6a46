import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import type { Log } from '../../ports/log.ts'
import { digest } from '../node/digest.ts'
import { sqliteWaitingWrites } from '../sqlite/writes/waiting-writes.ts'
import { openPostgresServer, openPostgresStore } from './store.ts'

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const row = (ref: string) => ({
  at: 1,
  kind: 'prune',
  ref,
  source: 'test',
  durationMs: 1,
  isFallback: false,
  warnings: [],
})
const original = (id: string) => ({ id, kind: 'prune' as const, text: `of ${id}`, expiresAt: 1e15 })
const record = (key: string, text: string) => ({
  key,
  text,
  refersTo: [],
  turn: 1,
  omissionId: 'prn_a',
})

describePostgres('a daemon whose database is away', ({ server: postgres }) => {
  async function open(schema: string, file = join(mkdtempSync(join(tmpdir(), 'tamis-')), 'a.db')) {
    const settings = { url: postgres().url, connections: 4, timeoutMs: 100_000 }
    const server = openPostgresServer(settings, true)
    await server.pulse?.firstTry(20_000)
    const queue = sqliteWaitingWrites(file)
    const { store, close } = openPostgresStore(server, schema, digest, { queue, log: silent })
    const refs = async () => (await store.ledger.list({}, 100)).map(({ ref }) => ref).toSorted()
    return {
      store,
      file,
      refs,
      queue,
      isThere: () => server.pulse?.isThere(),
      async close() {
        await close()
        await server.close()
      },
    }
  }

  /** For every session, those that are open too. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    const name = 'default_transaction_read_only'
    const client = new pg.Client({ connectionString: postgres().url, options: `-c ${name}=off` })
    await client.connect()
    await client.query(`alter system set ${name} = ${value}`)
    await client.query('select pg_reload_conf()')
    await client.end()
    await expect
      .poll(async () => (await postgres().query(`show ${name}`))[0])
      .toEqual({ [name]: value })
  }

  test('keeps on its disk what is written meanwhile, finds it there, and hands it over once', async () => {
    const { store, refs, queue, close, isThere } = await open('queued')
    await store.ledger.append([row('before')])
    await store.sentResults.keep([record('old', 'known')], 1)
    // A server that took its time has these by now.
    await expect.poll(refs).toEqual(['before'])
    await expect.poll(() => queue.count()).toBe(0)
    await postgres().stop('immediate')
    await store.ledger.append([row('during')])
    await store.originals.keep([original('prn_1'), original('prn_2')])
    const [first] = await store.sentResults.keep([record('new', 'first')], 1)
    const [second] = await store.sentResults.keep([record('new', 'second')], 2)
    expect([first?.text, second?.text]).toEqual(['first', 'first'])
    expect(await store.originals.find('prn_1', 0)).toMatchObject({ text: 'of prn_1' })
    expect(await store.sentResults.find(['new'], 3)).toMatchObject([{ text: 'first' }])
    await expect(store.sentResults.find(['new', 'old'], 3)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    await postgres().start()
    await expect.poll(isThere).toBe(true)
    await expect.poll(refs).toEqual(['before', 'during'])
    await expect.poll(() => store.originals.find('prn_2', 0)).toMatchObject({ text: 'of prn_2' })
    // A busy server may seem to be away for a moment more.
    await expect.poll(() => store.sentResults.find(['new', 'old'], 3)).toHaveLength(2)
    await expect.poll(async () => (await store.originals.usage()).ids).toBe(2)
    await close()
  })

  test('hands over what an earlier run left on its disk', async () => {
    const first = await open('left')
    await first.refs()
    await postgres().stop('immediate')
    await first.store.ledger.append([row('left')])
    await first.close()
    await postgres().start()
    const second = await open('left', first.file)
    await expect.poll(second.refs).toEqual(['left'])
    expect(await second.queue.count()).toBe(0)
    await second.close()
  })

  test('waits for one that hangs no longer than it takes to know, and goes on when it does', async () => {
    const { store, refs, close, isThere } = await open('hung')
    await refs()
    postgres().hang()
    // It hangs for good: each of these would wait for ever.
    await store.ledger.append([row('one')])
    await store.originals.keep([original('prn_1')])
    await expect(store.catalog.tools()).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(store.tokens.find('x')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(isThere()).toBe(false)
    postgres().resume()
    await expect.poll(isThere).toBe(true)
    await expect.poll(refs).toEqual(['one'])
    await close()
  })

  test('keeps on its disk what a database that only reads refuses', async () => {
    const { store, refs, close } = await open('standby')
    await refs()
    await setReadOnly('on')
    await store.ledger.append([row('refused')])
    await store.originals.keep([original('prn_1')])
    expect(await store.originals.find('prn_1', 0)).toMatchObject({ text: 'of prn_1' })
    await setReadOnly('off')
    await expect.poll(refs).toEqual(['refused'])
    await close()
  })
})
