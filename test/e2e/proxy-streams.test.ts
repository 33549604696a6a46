import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processorMs } from './processor-time.ts'
import { type Provider, startProvider } from './proxy/provider.ts'
import { exchange } from './proxy/raw-exchange.ts'
import { startTamis } from './tamis.ts'

let provider: Provider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const path = '/v1/chat/completions'
const ask = (model: string): string => JSON.stringify({ model, stream: true, messages: [] })
const start = () => startTamis({ env: { TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl } })

async function openStream(url: string, model: string): Promise<IncomingMessage> {
  const request = httpRequest(url + path, {
    method: 'POST',
    agent: new Agent(),
    headers: { 'content-type': 'application/json' },
  })
  request.end(ask(model))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

async function readAll(response: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}

test('a stop lets 64 streams finish, refuses new requests, and exits 0', async () => {
  const tamis = await start()
  const whole = await exchange(provider.url + path, ask('odd-slow'))
  const streams = await Promise.all(
    Array.from({ length: 64 }, () => openStream(tamis.url, 'odd-slow')),
  )
  const exited = tamis.stop()
  await expect.poll(async () => (await exchange(tamis.url + path, ask('fine'))).status).toBe(503)
  const sizes = await Promise.all(streams.map(readAll))
  expect(new Set(sizes)).toEqual(new Set([whole.body.length]))
  expect(await exited).toBe(0)
})

test('a client that reads slowly holds the provider back, and gets every byte', async () => {
  const tamis = await start()
  const reached = provider.nextRequest()
  const response = await openStream(tamis.url, 'odd-large')
  response.pause()
  const { ended } = await reached
  // Other requests pass while this one waits for its reader.
  for (let round = 0; round < 20; round++) await exchange(tamis.url + path, ask('fine'))
  expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting')
  expect(await readAll(response)).toBe(1600 * 64 * 1024)
  await tamis.stop()
})

test('500 sockets that never finish their head are closed, and cost nobody else', async () => {
  // A twin without them tells what the machine does by itself.
  const [tamis, twin] = await Promise.all([start(), start()])
  const sockets = Array.from({ length: 500 }, () => {
    const socket = connect(tamis.port, '127.0.0.1', () => socket.write('POST /v1/messages HTT'))
    socket.on('error', () => undefined).resume()
    return socket
  })
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const { url } of [tamis, twin])
    for (let round = 0; round < 30; round++) await exchange(url + path, ask('fine'))
  const spentBefore = [tamis, twin].map(({ process }) => processorMs(process.pid))
  for (let round = 0; round < 200; round++)
    for (const { url } of [tamis, twin])
      expect((await exchange(url + path, ask('fine'))).status).toBe(200)
  const [held = 0, alone = 0] = [tamis, twin].map(
    ({ process }, at) => processorMs(process.pid) - (spentBefore[at] ?? 0),
  )
  expect(held).toBeLessThan(2 * alone + 100)
  await closed
  await Promise.all([tamis.stop(), twin.stop()])
})
