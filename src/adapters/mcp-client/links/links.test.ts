import { expect, onTestFinished, test, vi } from 'vitest'
import type { StdioDefinition } from '../definition.ts'
import type { Identity } from '../identities.ts'
import { openTransport } from '../transport.ts'
import { createLinks } from './links.ts'

const idle: StdioDefinition = {
  name: 'idle',
  transport: 'stdio',
  command: process.execPath,
  args: ['-e', 'process.stdin.resume()'],
  env: {},
  timeoutMs: 1000,
  connectTimeoutMs: 1000,
  idleMs: 60_000,
  callerNames: [],
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** Links whose first one stops at the named step until the rest is allowed. */
function stage() {
  let proceed = (): void => undefined
  const held = new Promise<void>((resolve) => {
    proceed = resolve
  })
  const identity: Identity = {
    person: '',
    resolve: async () => {
      await held
      return idle
    },
    fetch,
  }
  const told: string[] = []
  const links = createLinks(
    () => idle,
    async () => identity,
  )
  onTestFinished(() => links.close())
  const open = () =>
    links.open('idle', { onMessage: () => undefined, onClose: () => told.push('end') }, undefined)
  return { links, told, open, proceed }
}

test('no server is started once the daemon stops', async () => {
  const { links, open, proceed } = stage()
  const opening = open()
  await links.close()
  proceed()
  await expect(opening).rejects.toThrow('Tamis is stopping')
})

test('a server that is being started when the daemon stops ends with it', async () => {
  const { links, open, proceed } = stage()
  const opening = open()
  proceed()
  await new Promise(setImmediate)
  await links.close()
  const link = await opening.catch(() => undefined)
  if (link) await expect(link.send(ping)).rejects.toThrow()
})

test('the client of a server that is defined anew is told that its conversation ended', async () => {
  const { links, told, open, proceed } = stage()
  proceed()
  const link = await open()
  await links.end('idle')
  expect(told).toEqual(['end'])
  await expect(link.send(ping)).rejects.toThrow()
})

test('a server that ignores every request to end is ended after two seconds', async () => {
  const stubborn = 'process.on("SIGTERM", () => 0); process.stdin.resume(); setInterval(() => 0, 9)'
  let isUp = (): void => undefined
  const up = new Promise<void>((resolve) => {
    isUp = resolve
  })
  const args = ['-e', `${stubborn}; console.error("up")`]
  const { transport } = openTransport({ ...idle, args, onStderr: isUp }, fetch)
  await transport.start()
  await up
  const { pid } = transport as unknown as { pid: number }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const closed = transport.close()
  await vi.advanceTimersByTimeAsync(2000)
  await closed
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server whose folder is missing says so, not that its program is', () => {
  expect(() => openTransport({ ...idle, cwd: '/no/such/folder' }, fetch)).toThrow(
    'its folder /no/such/folder does not exist',
  )
})
