import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { drain, trackSilentSockets } from './drain.ts'

/** A server that stops, and somebody who has just connected. */
async function stage() {
  const clock = { now: 0 }
  const server = createServer((_, response) => {
    response.writeHead(503, { connection: 'close' }).end('stopping')
  })
  const silent = trackSilentSockets(server, () => clock.now)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await connected
  return { clock, server, silent, client }
}

async function allFrom(client: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of client) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

test('whoever has just connected is told that we are stopping', async () => {
  const { server, silent, client } = await stage()
  silent.close()
  const drained = drain(server, silent, 20_000)
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  expect(await allFrom(client)).toContain('stopping')
  await drained
})

test('nobody waits for a connection that says nothing', async () => {
  const { clock, server, silent, client } = await stage()
  clock.now = 1000
  await drain(server, silent, 20_000)
  expect(await allFrom(client)).toBe('')
})
