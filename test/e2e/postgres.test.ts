import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callOperation, type PostgresCluster, startCluster } from '../support/postgres-cluster.ts'
import { fillCluster, runLoad } from '../support/postgres-load.ts'
import { noServer, postgresPrograms } from '../support/postgres-server.ts'
import { countJobs, expiredLeft, judgeLoad, plantExpired } from '../support/postgres-verdict.ts'

const hasServer = postgresPrograms !== undefined
const skipped = hasServer ? '' : ` (${noServer})`

describe.skipIf(!hasServer)(`three daemons on one database${skipped}`, () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startCluster({ daemons: 3 })
    await fillCluster(cluster)
  }, 60_000)
  afterAll(() => cluster?.close())

  test('lose nothing while one is killed, connections are cut and the database restarts', async () => {
    await vi.waitFor(() => expect(cluster.holder()).toBeGreaterThanOrEqual(0), { timeout: 20_000 })
    const over = new AbortController()
    const load = runLoad(cluster, { clients: 10, ms: 60_000, ended: over.signal })
    await pause(1000)
    const holder = cluster.holder()
    const killed = cluster.killAndRestart(holder, 500)
    await vi.waitFor(() => expect([-1, holder]).not.toContain(cluster.holder()), {
      timeout: 20_000,
    })
    await killed
    await cluster.cutConnections()
    await pause(500)
    await cluster.cutConnections()
    await plantExpired(cluster, 500)
    await cluster.restartDatabase('immediate', 800)
    await pause(1000)
    over.abort()
    const report = await load
    await vi.waitFor(async () => expect(await expiredLeft(cluster)).toBe(0), {
      timeout: 20_000,
      interval: 500,
    })
    expect(Object.keys(report.done).sort()).toEqual([
      'discover',
      'proxy',
      'prune',
      'recover',
      'search',
    ])
    const kinds = new Set(report.promised.map(({ id }) => id.slice(0, 4)))
    expect(kinds).toEqual(new Set(['prn_', 'msk_']))
    expect(report.wrong).toEqual([])
    // What waited on the disk of a daemon is handed over soon after the database is back.
    const verdict = () => judgeLoad(cluster, report)
    await expect.poll(verdict, { timeout: 40_000, interval: 500 }).toEqual({
      unrecovered: [],
      rowsLost: [],
      rowsDoubled: [],
      unexplained: [],
      expiredLeft: 0,
      jobsOverlapping: [],
      deaths: [],
    })
    const { runs, holders } = await countJobs(cluster)
    expect(holders).toBeGreaterThan(1)
    expect(runs).toBeGreaterThan(holders)
  }, 120_000)

  test('see what one of them approves, learns or is told', async () => {
    const [first, , third] = cluster.daemons
    if (!first || !third) throw new Error('all daemons run')
    const tools = [{ name: 'paint_wall', description: 'Paints a wall in any colour' }]
    await callOperation(first, 'catalog.register', { server: 'painter', tools })
    const found = await callOperation(third, 'discover', { intent: 'paint a wall' })
    expect(found.text).toContain('paint_wall')
    const searched = await callOperation(third, 'knowledge.search', { query: 'rotate keys' })
    expect(searched.body).toMatchObject({ by: { lexical: 'tsvector', vector: 'scan' } })
  })

  test('keep anew what was purged through another of them', async () => {
    const [first] = cluster.daemons
    if (!first) throw new Error('all daemons run')
    const before = await runLoad(cluster, { clients: 3, ms: 300 })
    const purged = await callOperation(first, 'store.purge', { what: 'originals' })
    expect(purged.body).toMatchObject({ originals: expect.any(Number) })
    await vi.waitFor(
      async () => {
        const after = await runLoad(cluster, { clients: 3, ms: 300 })
        const ids = new Set(after.promised.map(({ id }) => id))
        expect(before.promised.some(({ id }) => ids.has(id))).toBe(true)
        expect((await judgeLoad(cluster, after)).unrecovered).toEqual([])
      },
      { timeout: 30_000 },
    )
  }, 60_000)
})

describe.skipIf(!hasServer)(
  `five daemons that start together on an empty database${skipped}`,
  () => {
    let cluster: PostgresCluster
    afterAll(() => cluster?.close())

    test('migrate it once and are all healthy', async () => {
      cluster = await startCluster({ daemons: 5, env: { TAMIS_EMBEDDER_KIND: 'none' } })
      const healthy = await Promise.all(
        cluster.daemons.map(async (daemon) => (await fetch(`${daemon?.url}/health`)).status),
      )
      expect(healthy).toEqual(Array.from({ length: 5 }, () => 200))
      const migrations = await cluster.server.query(
        'select version, count(*)::integer as times from tamis.tamis_migrations group by 1',
      )
      expect(migrations.every(({ times }) => times === 1)).toBe(true)
      const uses = await Promise.all(
        cluster.daemons.map((daemon) => daemon && callOperation(daemon, 'catalog.list', {})),
      )
      expect(uses.map((answer) => answer?.status)).toEqual(Array.from({ length: 5 }, () => 200))
    }, 90_000)
  },
)
