import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestPatienceMs } from '../../../ports/store/request-patience.ts'
import { openPulse, type Pulse, pulseQueryMs } from './pulse.ts'

const never = <Result>(): Promise<Result> => new Promise(() => undefined)
const failed = async (): Promise<never> => {
  throw new Error('Query read timeout')
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that can be made to hang, or to answer on new connections only; it counts the open ones. */
async function openServer() {
  const server = { hangs: false, losesOld: false, open: 0 }
  const connect = async (): Promise<pg.Client> => {
    if (server.hangs) await new Promise(lateTo(failed, 5000))
    const isOld = !server.losesOld
    server.open++
    const query = async (): Promise<unknown> => {
      if (isOld && server.losesOld) return new Promise(lateTo(failed, pulseQueryMs))
      return server.hangs ? never() : undefined
    }
    const client = Object.assign(new EventEmitter(), { query, end })
    async function end(): Promise<void> {
      server.open--
      client.emit('end')
    }
    return client as unknown as pg.Client
  }
  const pulse = openPulse(connect)
  onTestFinished(() => pulse.stop())
  await pulse.firstTry(10_000)
  return { pulse, server }
}

function lateTo(work: () => Promise<never>, ms: number) {
  return (resolve: (given: Promise<never>) => void): void => {
    setTimeout(() => resolve(work()), ms)
  }
}

/** How it ends, and after how long on the clock of the test. */
function ended(guarded: Promise<unknown>): { code?: unknown; afterMs?: number } {
  const start = performance.now()
  const seen: { code?: unknown; afterMs?: number } = {}
  guarded.catch(({ code }: { code: unknown }) => {
    Object.assign(seen, { code, afterMs: performance.now() - start })
  })
  return seen
}

test.each([
  ['hurried', true, requestPatienceMs],
  ['not hurried', false, 1560],
])('nobody waits for a server that hangs, %s', async (_, isHurried, mostMs) => {
  const { pulse, server } = await openServer()
  expect(await pulse.guard(async () => 'done', isHurried)).toBe('done')
  server.hangs = true
  const seen = ended(pulse.guard(never, isHurried))
  await vi.advanceTimersByTimeAsync(mostMs - 1)
  expect(seen.code).toBeUndefined()
  await vi.advanceTimersByTimeAsync(5)
  expect(seen).toMatchObject({ code: 'store_unavailable' })
  // What is hurried does not even wait until that is sure.
  expect(pulse.isThere()).toBe(isHurried)
})

/** What a request of the proxy asks the store for, one after another. */
async function request(pulse: Pulse): Promise<number> {
  const start = performance.now()
  // A token that is known, as `core/access` waits for it.
  const patience = new Promise((resolve) => setTimeout(resolve, requestPatienceMs))
  await Promise.race([pulse.guard(never), patience])
  for (const _ of ['what was sent', 'originals', 'what is sent now', 'ledger'])
    await pulse.guard(never, true).catch(() => undefined)
  return performance.now() - start
}

test('all that a request waits for a server that hangs stays below 250 ms', async () => {
  const { pulse, server } = await openServer()
  server.hangs = true
  const first = request(pulse)
  await vi.advanceTimersByTimeAsync(90)
  // One that comes while the others still wait gets no time of its own.
  const second = request(pulse)
  await vi.advanceTimersByTimeAsync(500)
  expect(await first).toBeLessThan(200)
  expect(await second).toBeLessThan(200)
})

test('a connection that was cut without a word does not make the server seem away', async () => {
  const { pulse, server } = await openServer()
  const changes: boolean[] = []
  pulse.onChange((isThere) => changes.push(isThere))
  server.losesOld = true
  const seen = ended(pulse.guard(never))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await pulse.guard(async () => 'done', true)).toBe('done')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([seen.code, changes, server.open]).toEqual([undefined, [], 1])
})

test('a server that hung for long is asked on one connection afterwards', async () => {
  const { pulse, server } = await openServer()
  server.hangs = true
  ended(pulse.guard(never))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(pulse.isThere()).toBe(false)
  server.hangs = false
  await vi.advanceTimersByTimeAsync(6000)
  expect([pulse.isThere(), server.open]).toEqual([true, 1])
})
