import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { LinkEvents } from '../../ports/tool-server.ts'
import { pumpMessages } from './relay-pump.ts'
import type { Message, RelayedServer } from './relayed-server.ts'

/** A pump whose checks of a client's message take as long as the test wants. */
function stage() {
  const calls: string[] = []
  const sent: Message[] = []
  let events: LinkEvents | undefined
  let allow = (): void => undefined
  const allowed = new Promise<void>((resolve) => {
    allow = resolve
  })
  const upstream: RelayedServer = {
    server: 'one',
    owner: undefined,
    relay: {
      transport: 'stdio',
      check: async () => undefined,
      review: async (message) => message,
      exchange: async () => Response.error(),
      link: async (theirs) => {
        calls.push('started')
        events = theirs
        return {
          send: async () => void calls.push('sent'),
          close: async () => void calls.push('ended'),
        }
      },
    },
    async answer() {
      await allowed
      return undefined
    },
    review: async (message) => message,
  }
  const client: Transport = {
    start: async () => undefined,
    send: async (message) => void sent.push(message as unknown as Message),
    close: async () => undefined,
  }
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const pump = pumpMessages(upstream, client, { onFault, onEnd: () => undefined })
  const ask: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  client.onmessage?.(ask)
  const settled = () => new Promise(setImmediate)
  return { pump, calls, sent, faults, allow, settled, say: (m: Message) => events?.onMessage(m) }
}

test('a session that ends while its first message is looked at starts no server', async () => {
  const { pump, calls, allow, settled } = stage()
  await pump.close()
  allow()
  await settled()
  expect(calls).toEqual([])
})

test('what a server says after its session ended is not looked at any more', async () => {
  const { pump, calls, sent, faults, allow, settled, say } = stage()
  allow()
  await settled()
  say({ jsonrpc: '2.0', id: 1, result: {} })
  await settled()
  await pump.close()
  say({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
  await settled()
  expect(calls).toEqual(['started', 'sent', 'ended'])
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  expect(faults).toEqual([])
})
