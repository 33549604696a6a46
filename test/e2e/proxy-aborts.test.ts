import { once } from 'node:events'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from './proxy/provider.ts'
import { exchange } from './proxy/raw-exchange.ts'
import { openProxyStage } from './proxy/stage.ts'
import type { RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage()
  ;({ provider, tamis } = stage)
  return stage.close
})

const path = '/v1/chat/completions'
/** The machine may be slow at many a moment; a proxy that is slow to tell is slow every time. */
const maxMs = 100

/** Leaves a request at some phase; resolves to how long the provider went on. */
async function leave(model: string, reach: (request: ClientRequest) => unknown): Promise<number> {
  const reached = provider.nextRequest()
  const request = httpRequest(tamis.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: new Agent(),
  })
  request.on('error', () => undefined)
  const phase = reach(request)
  request.end(JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] }))
  const { ended } = await reached
  await phase
  const left = performance.now()
  request.destroy()
  expect(await ended).toBe('closed')
  return performance.now() - left
}

async function firstByte(request: ClientRequest): Promise<void> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  await once(response, 'data')
}

async function pausedAfterHead(request: ClientRequest): Promise<void> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined).pause()
}

describe('a client that leaves, two hundred times, stops the provider within 100 ms', () => {
  test.each([
    { phase: 'before the head', model: 'fault-hang', rounds: 70, reach: () => undefined },
    { phase: 'inside a stream', model: 'fault-stall', rounds: 70, reach: firstByte },
    { phase: 'behind in its reading', model: 'odd-large', rounds: 20, reach: pausedAfterHead },
  ])('$phase', async ({ model, rounds, reach }) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await leave(model, reach))
    expect(Math.min(...times)).toBeLessThan(maxMs)
  })

  test('in the middle of its own body, and never reaches it', async () => {
    const before = provider.seen.length
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${tamis.port}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half`
    for (let round = 0; round < 40; round++) {
      const socket = connect(tamis.port, '127.0.0.1', () =>
        socket.write(head, () => socket.destroy()),
      )
      await once(socket, 'close')
    }
    await exchange(tamis.url + path, JSON.stringify({ model: 'fine', messages: [] }))
    expect(provider.seen.length).toBe(before + 1)
  })
})
