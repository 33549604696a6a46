import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPulse, type Pulse } from './pulse.ts'

const never = <Result>(): Promise<Result> => new Promise(() => undefined)

/** A server that can be made to hang: it takes connections and questions, and answers none. */
async function openHanging() {
  const server = { hangs: false }
  const connect = async (): Promise<pg.Client> => {
    const query = (): Promise<unknown> => (server.hangs ? never() : Promise.resolve())
    const end = (): Promise<void> => Promise.resolve()
    return Object.assign(new EventEmitter(), { query, end }) as unknown as pg.Client
  }
  const pulse = openPulse(connect)
  onTestFinished(() => pulse.stop())
  await pulse.firstTry(10_000)
  return { pulse, server }
}

/** How it ends, if it has when all know that the server is away. */
async function endOnceAway(pulse: Pulse, guarded: Promise<unknown>): Promise<unknown> {
  const away = Promise.withResolvers<void>()
  pulse.onChange((isThere) => {
    if (!isThere) away.resolve()
  })
  const isOver = away.promise.then(() => nextTurn('still waits'))
  return Promise.race([guarded.catch(({ code }) => code), isOver])
}

test.each([
  ['hurried', true],
  ['not hurried', false],
])('nobody waits for a server that hangs, %s', async (_, isHurried) => {
  const { pulse, server } = await openHanging()
  expect(await pulse.guard(async () => 'done', isHurried)).toBe('done')
  server.hangs = true
  const guarded = pulse.guard(never, isHurried)
  expect(await endOnceAway(pulse, guarded)).toBe('store_unavailable')
  // What is hurried does not even wait until that is sure.
  expect(pulse.isThere()).toBe(isHurried)
})
