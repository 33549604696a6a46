import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { queryObjects } from 'node:v8'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { createBytesInFlight } from './bytes-in-flight.ts'
import { type AppBindings, createHttpListener } from './listener.ts'
import { bodyReader } from './read-body.ts'

const readBody = bodyReader(1000, createBytesInFlight(1000))
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server whose only route answers with `events`; what it was told of faults lies in `faults`. */
async function serveEvents(
  events: ReadableStream<Uint8Array>,
): Promise<{ readonly url: string; readonly faults: readonly unknown[]; readonly server: Server }> {
  const faults: unknown[] = []
  const app = new Hono<{ Bindings: AppBindings }>()
  const headers = { 'content-type': 'text/event-stream', 'x-told': 'yes' }
  app.get('/events', () => new Response(events, { status: 202, headers }))
  const listen = createHttpListener(app, readBody, (error) => faults.push(error))
  const server = createServer((request, response) => void listen(request, response, undefined))
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, faults, server }
}

/** A stream that whoever holds `writer` fills. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  return { readable, writer: writable.getWriter() }
}

const event = new TextEncoder().encode('data: one\n\n')

test('events arrive with the status and headers of their answer, one by one', async () => {
  const { readable, writer } = openStream()
  const { url, faults } = await serveEvents(readable)
  const response = await fetch(url)
  expect([response.status, response.headers.get('x-told')]).toEqual([202, 'yes'])
  const reader = response.body?.getReader()
  for (let sent = 0; sent < 3; sent++) {
    await writer.write(event)
    expect((await reader?.read())?.value).toEqual(event)
  }
  await writer.close()
  expect((await reader?.read())?.done).toBe(true)
  expect(faults).toEqual([])
})

test('a reader that stays costs no memory for the events it has read', async () => {
  const { readable, writer } = openStream()
  const { url } = await serveEvents(readable)
  const reader = (await fetch(url)).body?.getReader()
  const pass = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent++) {
      await writer.write(event)
      await reader?.read()
    }
  }
  await pass(50)
  const before = queryObjects(Promise, { format: 'count' })
  await pass(500)
  expect(queryObjects(Promise, { format: 'count' }) - before).toBeLessThan(100)
})

test('a reader that leaves ends the stream and is no fault', async () => {
  const { readable, writer } = openStream()
  const { url, faults } = await serveEvents(readable)
  const reader = (await fetch(url)).body?.getReader()
  await writer.write(event)
  await reader?.read()
  await reader?.cancel()
  await writer.closed.catch(() => undefined)
  await expect(writer.write(event)).rejects.toThrow()
  expect(faults).toEqual([])
})

test('a reader that left before the first event is no fault', async () => {
  let isCancelled: () => void = () => undefined
  const cancelled = new Promise<void>((resolve) => {
    isCancelled = resolve
  })
  const { url, faults, server } = await serveEvents(
    new ReadableStream({ cancel: () => isCancelled() }),
  )
  server.prependListener('request', (request) => request.socket.destroy())
  await expect(fetch(url)).rejects.toThrow()
  await cancelled
  expect(faults).toEqual([])
})

test('events that break off break the connection off, and somebody hears of it', async () => {
  const { readable, writer } = openStream()
  const { url, faults } = await serveEvents(readable)
  const reader = (await fetch(url)).body?.getReader()
  await writer.write(event)
  await reader?.read()
  const broken = new Error('the upstream is gone')
  await writer.abort(broken)
  await expect(reader?.read()).rejects.toThrow()
  expect(faults).toEqual([broken])
})
