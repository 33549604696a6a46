import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOperation, type PostgresCluster, startCluster } from '../support/postgres-cluster.ts'
import { noServer, postgresPrograms } from '../support/postgres-server.ts'
import { newFolder, postJson, type RunningDaemon, startTamis } from './tamis.ts'

const hasServer = postgresPrograms !== undefined
const skipped = hasServer ? '' : ` (${noServer})`
const admin = 'an-admin-of-sixteen-characters'

describe.skipIf(!hasServer)(`people with tokens while the database is away${skipped}`, () => {
  let cluster: PostgresCluster
  const tokens: string[] = []

  beforeAll(async () => {
    const env = { TAMIS_SERVER_REQUIRE_TOKEN: 'true', TAMIS_TOKEN: admin }
    cluster = await startCluster({ daemons: 2, env })
    for (let at = 0; at < 12; at++) {
      const { body } = await postJson(
        `${daemon(0).url}/api/token.create`,
        { name: `p${at}`, scope: 'write', namespace: `room${at % 4}` },
        { 'x-tamis-token': admin },
      )
      tokens.push((body as { token: string }).token)
    }
    // Both have let everybody in once.
    expect(await failedRequests()).toEqual([])
  })
  afterAll(() => cluster?.close())

  function daemon(at: number): RunningDaemon {
    const running = cluster.daemons[at]
    if (!running) throw new Error('all daemons run')
    return running
  }

  const text = `${'a line of a build log that says nothing\n'.repeat(60)}error: the disk is full\n`

  async function ask(at: number, token: string): Promise<number> {
    const { status } = await postJson(
      `${daemon(at).url}/v1/chat/completions`,
      { model: 'fine', messages: [{ role: 'user', content: 'hello' }] },
      { 'x-tamis-token': token, authorization: 'Bearer x' },
    )
    return status
  }

  /** Everybody asks both daemons at once; what was not answered well. */
  async function failedRequests(): Promise<readonly number[]> {
    const all = tokens.flatMap((token) => [ask(0, token), ask(1, token)])
    return (await Promise.all(all)).filter((status) => status !== 200)
  }

  const storeOf = async (at: number): Promise<unknown> =>
    (await (await fetch(`${daemon(at).url}/ready`)).json()) as unknown

  test.each([
    {
      how: 'is killed',
      leave: () => cluster.server.stop('immediate'),
      comeBack: () => cluster.server.start(),
    },
    {
      how: 'hangs',
      leave: async () => cluster.server.hang(),
      comeBack: async () => cluster.server.resume(),
    },
  ])(
    'no request of the proxy fails when it $how, and all comes back',
    async ({ leave, comeBack }) => {
      const rows = async (): Promise<number> => {
        const counts = await Promise.all(
          ['room0', 'room1', 'room2', 'room3'].map(async (room) => {
            const [row] = await cluster.server.query(
              `select count(*)::integer as n from "tamis_${room}".ledger where kind = 'proxy'`,
            )
            return Number(row?.n)
          }),
        )
        return counts.reduce((sum, one) => sum + one, 0)
      }
      const before = await rows()
      await leave()
      for (let round = 0; round < 3; round++) expect(await failedRequests()).toEqual([])
      await expect.poll(() => storeOf(0)).toEqual({ status: 'ready', store: 'away' })
      // What needs the database says so, and what does not goes on: a prune keeps its text on the disk.
      const headers = { 'x-tamis-token': admin }
      const refused = await postJson(`${daemon(0).url}/api/knowledge.list`, {}, headers)
      expect(refused.body).toMatchObject({ error: { code: 'store_unavailable' } })
      const pruned = await postJson(
        `${daemon(0).url}/api/prune`,
        { text, goal: 'why does it fail' },
        headers,
      )
      const { prune_id: id } = pruned.body as { prune_id: string }
      const back = () => postJson(`${daemon(0).url}/api/recover`, { id }, headers)
      expect((await back()).body).toMatchObject({ raw_text: text })
      await comeBack()
      await expect.poll(() => storeOf(0)).toEqual({ status: 'ready', store: 'there' })
      await expect.poll(() => storeOf(1)).toEqual({ status: 'ready', store: 'there' })
      await expect.poll(rows).toBe(before + 3 * 24)
      const other = () => postJson(`${daemon(1).url}/api/recover`, { id }, headers)
      await expect.poll(async () => (await other()).body).toMatchObject({ raw_text: text })
    },
  )

  test('a daemon starts without it, says so, and is whole when it comes', async () => {
    await cluster.server.stop('fast')
    const late = await startTamis({
      home: newFolder(),
      env: {
        TAMIS_DATABASE_URL: cluster.server.url,
        TAMIS_PROXY_UPSTREAMS_OPENAI: cluster.provider.baseUrl,
      },
    })
    expect(late.stderr()).toContain('started-without-store')
    const { status } = await postJson(
      `${late.url}/v1/chat/completions`,
      { model: 'fine', messages: [{ role: 'user', content: 'hello' }] },
      { authorization: 'Bearer x' },
    )
    expect(status).toBe(200)
    await cluster.server.start()
    await expect.poll(async () => (await callOperation(late, 'catalog.list', {})).status).toBe(200)
    await expect
      .poll(async () => (await callOperation(late, 'ledger.list', { kind: 'proxy' })).text)
      .toContain('"model":"fine"')
    await late.stop()
  })
})

test.skipIf(!hasServer)('what the database refuses for good stops the start', async () => {
  const cluster = await startCluster({ daemons: 0 })
  const url = new URL(cluster.server.url)
  url.pathname = '/nowhere'
  await expect(startTamis({ env: { TAMIS_DATABASE_URL: url.href } })).rejects.toThrow(
    'no database of this name',
  )
  await cluster.close()
})
