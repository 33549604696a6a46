import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from '../../../test/support/listen-locally.ts'
import { createBytesInFlight } from './bytes-in-flight.ts'
import { type Answer, withErrorBoundary } from './error-boundary.ts'
import { bodyReader } from './read-body.ts'

/** A server that answers with the body it read, once `release` is called; `held` says what it holds. */
async function openReader(maxBytes: number, maxHeld: number) {
  const inFlight = createBytesInFlight(maxHeld)
  const read = bodyReader(maxBytes, inFlight)
  const waiting: ServerResponse[] = []
  const bodies: Buffer[] = []
  const keep: Answer = async (request, response) => {
    bodies.push(await read(request, response))
    waiting.push(response)
  }
  const server = createServer(withErrorBoundary(keep, (error) => expect.fail(String(error))))
  const local = await listenLocally(server)
  onTestFinished(local.close)
  const post = (body: string | ReadableStream): Promise<Response> => {
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    return fetch(local.url, init)
  }
  const release = (): void => {
    for (const response of waiting.splice(0)) response.end()
  }
  return { ...local, post, release, bodies, waiting, held: inFlight.held }
}

const inChunks = (...chunks: readonly string[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })

test.each([
  ['of a declared length', 'x'.repeat(300_000)],
  ['in one piece', 'short'],
  ['that is empty', ''],
])('a body %s arrives whole', async (_, text) => {
  const { post, bodies, waiting, release } = await openReader(1_000_000, 1_000_000)
  const answer = post(text)
  await expect.poll(() => waiting.length).toBe(1)
  release()
  await answer
  expect(bodies[0]?.toString()).toBe(text)
})

test('a body of chunks arrives whole', async () => {
  const { post, bodies, waiting, release } = await openReader(100, 100)
  const answer = post(inChunks('one ', 'two ', 'three'))
  await expect.poll(() => waiting.length).toBe(1)
  release()
  await answer
  expect(bodies[0]?.toString()).toBe('one two three')
})

test('what is held is held until the answer is over, and more is answered 503', async () => {
  const { post, held, waiting, release } = await openReader(100, 100)
  const first = post('x'.repeat(60))
  await expect.poll(() => waiting.length).toBe(1)
  expect(held()).toBe(60)
  for (const body of ['x'.repeat(50), inChunks('x'.repeat(20), 'x'.repeat(30))]) {
    const refused = await post(body)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.text()).toContain('too_busy')
  }
  release()
  await first
  await expect.poll(held).toBe(0)
  const second = post('x'.repeat(90))
  await expect.poll(() => waiting.length).toBe(1)
  release()
  expect((await second).status).toBe(200)
})

test('a single body always finds room', async () => {
  const { post, waiting, release } = await openReader(1000, 10)
  for (const body of ['x'.repeat(500), inChunks('x'.repeat(100), 'x'.repeat(100))]) {
    const answer = post(body)
    await expect.poll(() => waiting.length).toBe(1)
    release()
    expect((await answer).status).toBe(200)
  }
})

test('a client that leaves in the middle gives back what it declared', async () => {
  const { port, held } = await openReader(1000, 1000)
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\nhalf')
  await expect.poll(held).toBe(900)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(held).toBe(0)
})
