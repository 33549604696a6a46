import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../support/postgres-cluster.ts'
import { noServer, postgresPrograms } from '../support/postgres-server.ts'

const hasServer = postgresPrograms !== undefined
const skipped = hasServer ? '' : ` (${noServer})`

describe.skipIf(!hasServer)(`an answer of the proxy over a shared store${skipped}`, () => {
  let cluster: PostgresCluster
  let client: pg.Client
  beforeAll(async () => {
    cluster = await startCluster({ daemons: 1, env: { TAMIS_STORE_TIMEOUT_MS: '1000' } })
    client = new pg.Client({ connectionString: cluster.server.url })
    await client.connect()
    // The schema is made by the first request.
    await ask('warm').then((response) => response.text())
  }, 60_000)
  afterAll(async () => {
    await client?.end()
    await cluster?.close()
  })

  function ask(path: string, body: object = {}): Promise<Response> {
    const messages = [{ role: 'user', content: 'hello' }]
    return fetch(`${cluster.daemons[0]?.url}/v1/chat/completions?from=${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      body: JSON.stringify({ model: 'fine', messages, ...body }),
    })
  }

  async function rows(): Promise<number> {
    const found = await client.query("select count(*) from tamis.ledger where kind = 'proxy'")
    return Number(found.rows[0].count)
  }

  /** Nobody can write a row until the function it resolves to is called. */
  async function holdLedger(): Promise<() => Promise<unknown>> {
    const holder = new pg.Client({ connectionString: cluster.server.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table tamis.ledger in exclusive mode')
    return () => holder.end()
  }

  test.each([
    { kind: 'with a length', body: {} },
    { kind: 'in frames', body: { stream: true } },
    { kind: 'compressed', body: { model: 'odd-gzip' } },
    { kind: 'that refuses', body: { model: 'fault-429' } },
    { kind: 'without a body', body: { model: 'fault-empty' } },
  ])('$kind has ended only when its row is in the ledger', async ({ body }) => {
    for (let turn = 0; turn < 4; turn++) {
      const before = await rows()
      await (await ask('row', body)).text()
      expect(await rows()).toBe(before + 1)
    }
  })

  test.each([
    { kind: 'with a length', body: {}, end: '}' },
    { kind: 'in frames', body: { stream: true }, end: '[DONE]\n\n' },
  ])(
    '$kind comes as it always did while the row is written, and only its end waits',
    async ({ body, end }) => {
      const whole = await (await ask('whole', body)).text()
      const release = await holdLedger()
      const response = await ask('held', body)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      if (!reader) throw new Error('there is a body')
      let came = ''
      const least = body.stream ? whole.length : whole.length - 1
      while (came.length < least) came += (await reader.read()).value ?? ''
      expect(came.length).toBe(least)
      const rest = readRest(reader)
      await release()
      came += await rest
      expect(came).toHaveLength(whole.length)
      expect(came.endsWith(end)).toBe(true)
    },
  )

  test('ends without its row when the database fails, and then waits no more', async () => {
    const before = await rows()
    const release = await holdLedger()
    await (await ask('slow')).text()
    const started = performance.now()
    for (let turn = 0; turn < 5; turn++) await (await ask('away')).text()
    // Each would wait for a second.
    expect(performance.now() - started).toBeLessThan(4000)
    await release()
    await expect.poll(rows, { timeout: 10_000 }).toBe(before + 6)
    await (await ask('back')).text()
    expect(await rows()).toBe(before + 7)
  }, 30_000)
})

async function readRest(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  const { done, value } = await reader.read()
  return done ? '' : `${value}${await readRest(reader)}`
}
