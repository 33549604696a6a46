import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { stdioTransport } from './stdio-transport.ts'

const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } } as const
const cancelled = {
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 1 },
} as const
const listen = { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen', params: {} } as const

const patient = 60_000

test.each([
  { kind: 'nothing', messages: [], waitMs: patient },
  { kind: 'a request that is never answered', messages: [request], waitMs: 20 },
  { kind: 'a request that was cancelled', messages: [request, cancelled], waitMs: patient },
  { kind: 'a subscription, which has no answer', messages: [listen], waitMs: patient },
])('closes after $kind', async ({ messages, waitMs }) => {
  const stdin = new PassThrough()
  const seen: unknown[] = []
  await new Promise<void>((resolve) => {
    const transport = stdioTransport(stdin, resolve, waitMs)
    transport.onmessage = (message) => void seen.push(message)
    void transport.start()
    stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  })
  expect(seen).toEqual(messages)
})
