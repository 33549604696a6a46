import { expect, test, vi } from 'vitest'
import { describePostgres } from '../../../../test/support/postgres-stage.ts'
import type { PeerNews } from '../../../ports/store/peers.ts'
import { postgresCatalog } from '../catalog.ts'
import { type OpenPeers, postgresPeers } from './peers.ts'

describePostgres('daemons on one schema', ({ open, server }) => {
  const cut = () =>
    server().query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tamis'",
    )
  const hear = (peers: OpenPeers): readonly PeerNews[] => {
    const heard: PeerNews[] = []
    peers.onNews((news) => heard.push(news))
    return heard
  }

  test('give the jobs to one of them, and to another when it leaves', async () => {
    const [first, second] = [postgresPeers(open('jobs')), postgresPeers(open('jobs'))]
    expect(await first.holdsJobs()).toBe(true)
    expect(await second.holdsJobs()).toBe(false)
    expect(await first.holdsJobs()).toBe(true)
    await first.leave()
    await expect.poll(() => second.holdsJobs()).toBe(true)
    await second.leave()
  })

  test('have jobs of their own in every schema', async () => {
    const [first, second] = [postgresPeers(open('one')), postgresPeers(open('two'))]
    expect([await first.holdsJobs(), await second.holdsJobs()]).toEqual([true, true])
    await Promise.all([first.leave(), second.leave()])
  })

  test('never think that they both have the jobs, also when connections are cut', async () => {
    const all = [1, 2, 3].map(() => postgresPeers(open('cut')))
    const holders = async (): Promise<number> =>
      (await Promise.all(all.map((peers) => peers.holdsJobs()))).filter(Boolean).length
    expect(await holders()).toBe(1)
    await cut()
    const counts: number[] = []
    await vi.waitFor(
      async () => {
        counts.push(await holders())
        expect(counts.at(-1)).toBe(1)
      },
      { timeout: 10_000 },
    )
    expect(Math.max(...counts)).toBe(1)
    await Promise.all(all.map((peers) => peers.leave()))
  })

  test('run the jobs one after another, with each round on record, also when the lock is lost', async () => {
    const database = open('rounds')
    const all = [postgresPeers(database), postgresPeers(open('rounds'))]
    const [first, second] = all
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const round = first?.runJobs(() => {
      begin()
      return held
    })
    await begun
    expect(await second?.runJobs(async () => 'ran')).toBeUndefined()
    await cut()
    // The lock is free now and goes to the other; the round it belonged to is not over.
    await vi.waitFor(async () => expect(await second?.holdsJobs()).toBe(true), { timeout: 10_000 })
    expect(await second?.runJobs(async () => 'ran')).toBeUndefined()
    letGo()
    await round
    expect(await second?.runJobs(async () => 'ran')).toBe('ran')
    const runs = await database.run(
      `select holder, ended_at >= started_at as has_end,
         started_at >= coalesce(lag(ended_at) over (order by seq), started_at) as is_after
       from job_runs order by seq`,
    )
    expect(runs).toMatchObject([
      { has_end: true, is_after: true },
      { has_end: true, is_after: true },
    ])
    expect(new Set(runs.map(({ holder }) => holder)).size).toBe(2)
    await Promise.all(all.map((peers) => peers.leave()))
  })

  test('take over from a daemon that died in the middle of a round', async () => {
    const database = open('dead')
    await database.run(
      `insert into job_runs (holder, seen_at) values ('gone', now() - interval '1 minute')`,
    )
    const peers = postgresPeers(database)
    expect(await peers.runJobs(async () => 'ran')).toBe('ran')
    await peers.leave()
  })

  test('do not step between what another reads and what it writes', async () => {
    const databases = [open('turns'), open('turns')]
    const all = databases.map((database) => postgresPeers(database))
    await databases[0]?.run('create table turns.counted (value integer)')
    await databases[0]?.run('insert into turns.counted values (0)')
    const add = (at: number): Promise<void> =>
      all[at % 2]?.alone('count', async () => {
        const [row] = (await databases[at % 2]?.run('select value from counted')) ?? []
        await databases[at % 2]?.run('update counted set value = $1', [Number(row?.value) + 1])
      }) ?? Promise.resolve()
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(at)))
    expect(await databases[1]?.run('select value from counted')).toEqual([{ value: 20 }])
  })

  test('hear of what the others announce, and of changes in the catalog', async () => {
    const database = open('news')
    const [speaker, hearer] = [postgresPeers(database), postgresPeers(open('news'))]
    const heard = hear(hearer)
    await hearer.holdsJobs()
    await speaker.announce('originals-purged')
    await postgresCatalog(database).replaceTools('files', [])
    await expect.poll(() => heard).toEqual(['originals-purged', 'catalog-changed'])
    await hearer.leave()
  })

  test('hear of what was announced before they came: they may have remembered otherwise', async () => {
    const [speaker, hearer] = [postgresPeers(open('before')), postgresPeers(open('before'))]
    await speaker.announce('originals-purged')
    const heard = hear(hearer)
    await hearer.holdsJobs()
    expect(heard).toEqual(['originals-purged'])
    await hearer.leave()
  })

  test('say that the database is away in words of the store, and join when it is back', async () => {
    const away = new Error('connect ECONNREFUSED')
    let isAway = true
    const database = open('away')
    const peers = postgresPeers({
      ...database,
      dedicated: () =>
        isAway
          ? Promise.reject(Object.assign(away, { code: 'ECONNREFUSED' }))
          : database.dedicated(),
    })
    await expect(peers.holdsJobs()).rejects.toMatchObject({ code: 'store_unavailable' })
    isAway = false
    expect(await peers.holdsJobs()).toBe(true)
    await peers.leave()
  })

  test('hear later of what was announced while they were cut off, be it the first of its kind', async () => {
    const database = open('missed')
    const [speaker, hearer] = [postgresPeers(database), postgresPeers(open('missed'))]
    const heard = hear(hearer)
    await hearer.holdsJobs()
    await Promise.all([cut(), speaker.announce('originals-purged')])
    await vi.waitFor(() => expect(heard).toContain('originals-purged'), { timeout: 10_000 })
    await hearer.leave()
  })
})
