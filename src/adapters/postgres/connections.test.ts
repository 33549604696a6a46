import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { digest } from '../node/digest.ts'
import { openPostgresServer, openPostgresStore } from './store.ts'

/** In front of a server: lets connections through, and while it is mute nothing that is asked on them. */
async function startMute(port: number) {
  const state = { port: 0, isMute: true, lost: 0 }
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const onward = connect(port, '127.0.0.1')
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let isOpening = true
    client.on('data', (bytes) => {
      if (isOpening || !state.isMute) onward.write(bytes)
      else state.lost++
      isOpening = false
    })
    onward.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  state.port = (listener.address() as AddressInfo).port
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  return state
}

const token = (namespace: string) =>
  ({ id: namespace, name: 'a', namespace, scope: 'read', hash: 'x', createdAt: 1 }) as const

describePostgres('the schemas of one daemon', ({ server: postgres }) => {
  const settings = (connections: number) => ({
    url: postgres().url,
    connections,
    timeoutMs: 10_000,
  })
  const ours = () =>
    postgres().query("select pid from pg_stat_activity where application_name = 'tamis'")

  test('share few connections, and each sees its own rows alone', async () => {
    const server = openPostgresServer(settings(2))
    const names = Array.from({ length: 12 }, (_, at) => `room_${at}`)
    const stores = names.map((name) => openPostgresStore(server, name, digest))
    for (let round = 0; round < 3; round++)
      await Promise.all(
        stores.map(async ({ store }, at) => {
          const name = names[at] ?? ''
          if (round === 0) await store.tokens.add(token(name))
          expect((await store.tokens.list()).map(({ id }) => id)).toEqual([name])
          expect(await store.tokens.find(names[(at + 1) % 12] ?? '')).toBeUndefined()
        }),
      )
    const { busy, idle, most, waiting } = server.connections.usage()
    expect([busy + idle, most, waiting]).toEqual([2, 2, 0])
    await Promise.all(stores.map(({ store }) => store.peers?.runJobs(async () => undefined)))
    // Two of the pool, and the one that listens.
    expect((await ours()).length).toBeLessThanOrEqual(3)
    for (const { close } of stores) await close()
    await server.close()
  })

  test('have nothing of the schema public in sight', async () => {
    await postgres().query('create table if not exists public.tokens (id text)')
    await postgres().query(
      'create or replace function public.count(text) returns text as $$ select $1 $$ language sql',
    )
    const server = openPostgresServer(settings(1))
    await server.connections.use('elsewhere', async (client) => {
      const { rows } = await client.query('show search_path')
      expect(rows).toEqual([{ search_path: 'elsewhere, pg_temp' }])
      await expect(client.query('select * from tokens')).rejects.toThrow('does not exist')
    })
    await server.close()
  })

  test('are there again though a question to it was lost on its way', async () => {
    const url = new URL(postgres().url)
    const between = await startMute(Number(url.port))
    url.port = String(between.port)
    const server = openPostgresServer({ ...settings(1), url: url.href }, true)
    const isThere = () => server.pulse?.isThere()
    expect(isThere()).toBe(false)
    const greeted = server.listener.join({
      channel: 'news',
      look: async () => undefined,
      hear: () => undefined,
      lost: () => undefined,
    })
    // Their first questions are out, and nobody will answer them.
    await expect.poll(() => between.lost).toBe(2)
    between.isMute = false
    await expect(greeted).rejects.toThrow('Query read timeout')
    await expect.poll(isThere).toBe(true)
    await server.close()
  })
})
