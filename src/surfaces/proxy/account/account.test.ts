import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sievedBody } from '../../../../test/support/sieved-body.ts'
import { createTraffic } from '../../../core/traffic/traffic.ts'
import type { LedgerEntry, Log, Sieved } from '../../../engine.ts'
import { createAccount } from './account.ts'
import type { Passage } from './passage.ts'
import { responseTap } from './response-tap.ts'

const answer = Buffer.from('{"usage":{"prompt_tokens":100,"completion_tokens":1}}')
const masked: Sieved['masked'][number] = {
  id: 'msk_1',
  kind: 'result',
  toolCallId: 'call_1',
  tool: 'read',
  original: 'long',
  placeholder: 'short',
  policy: '',
  charsBefore: 4,
  charsAfter: 5,
}

function passage(
  bytes: Buffer,
  contentEncoding?: string,
  maskedResults: Sieved['masked'] = [],
): Passage {
  const tap = responseTap()
  tap.see(bytes)
  return {
    route: {
      format: 'openai-chat',
      upstream: 'openai',
      rest: '/chat/completions',
      path: '/v1/chat/completions',
    },
    path: '/v1/chat/completions',
    session: 'one',
    agent: undefined,
    caller: undefined,
    sentBody: [Buffer.from('{}')],
    sieved: sievedBody('{}', {
      masked: maskedResults,
      changes: maskedResults.map(({ placeholder }) => ({
        message: 0,
        standIn: placeholder,
        freedChars: 20,
      })),
    }),
    warnings: [],
    ended: { status: 200, contentEncoding, outcome: 'complete' },
    tap,
    durationMs: 1,
    addedMs: 1,
  }
}

function openAccount(count: () => Promise<number>, written: Promise<void> = Promise.resolve()) {
  const rows: LedgerEntry[] = []
  const said: string[] = []
  const say = (event: string): void => void said.push(event)
  const log: Log = { info: say, warn: say, error: say }
  const account = createAccount({
    conversations: {
      async record(entries) {
        rows.push(...entries)
        await written
      },
      freedTokens: async ({ masked: gone }) => (gone.length > 0 ? count() : 0),
      seen: {
        add: () => 'req_1',
        complete: () => undefined,
        list: () => [],
        has: () => false,
        titleOf: () => undefined,
      },
    },
    traffic: createTraffic({ prices: [] }),
    log,
    now: () => 0,
  })
  return { account, rows, said }
}

test('writes every account down before it settles, whether its answer came packed or not', async () => {
  const { account, rows } = openAccount(async () => 7)
  account.add(passage(gzipSync(answer), 'gzip'))
  account.add(passage(answer))
  account.add(passage(answer, 'identity', [masked]))
  await account.settled()
  expect(rows.map(({ tokens }) => tokens?.before).toSorted()).toEqual([100, 100, 107])
})

test('an account that cannot be made is said, and takes no other with it', async () => {
  const { account, rows, said } = openAccount(() => Promise.reject(new Error('no tokenizer')))
  account.add(passage(answer, undefined, [masked]))
  account.add(passage(gzipSync(answer), 'gzip'))
  await account.settled()
  expect(said).toEqual(['account-failed'])
  expect(rows).toHaveLength(1)
})

test('takes as many as come between two writes, and as many as end at once', async () => {
  const { account, rows, said } = openAccount(async () => 7)
  for (let turn = 0; turn < 10; turn++) {
    for (let count = 0; count < 500; count++) account.add(passage(answer, undefined, [masked]))
    await setImmediate()
    await setImmediate()
  }
  await account.settled()
  expect([rows.length, said]).toEqual([5000, []])
  for (let count = 0; count < 2500; count++) account.add(passage(answer))
  await account.settled()
  expect([rows.length, said]).toEqual([7500, []])
})

test('loses no row while the tokens of one request are counted, and keeps their order', async () => {
  const { promise: counted, resolve } = Promise.withResolvers<number>()
  const { account, rows, said } = openAccount(() => counted)
  account.add(passage(answer, undefined, [masked]))
  for (let turn = 0; turn < 10; turn++) {
    for (let count = 0; count < 500; count++) account.add(passage(answer))
    await setImmediate()
    await setImmediate()
  }
  expect([rows.length, said]).toEqual([0, []])
  resolve(7)
  await account.settled()
  expect([rows.length, said]).toEqual([5001, []])
  expect(rows[0]?.tokens?.before).toBe(107)
})

test('rows beyond what memory is meant for are dropped and counted when nothing is written', async () => {
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const { account, rows, said } = openAccount(async () => 7, written)
  const isWritten: boolean[] = []
  for (let turn = 0; turn < 30; turn++) {
    for (let count = 0; count < 1000; count++)
      account.add(passage(answer), (is) => isWritten.push(is))
    await setImmediate()
  }
  resolve()
  await account.settled()
  const lost = isWritten.filter((is) => !is).length
  expect(lost).toBeGreaterThan(0)
  expect(rows.length + lost).toBe(30_000)
  expect(new Set(said)).toEqual(new Set(['account-dropped']))
})

test('what waits for a count holds no more than so many bytes', async () => {
  const { promise: counted, resolve } = Promise.withResolvers<number>()
  const { account, rows, said } = openAccount(() => counted)
  const long = Buffer.alloc(140_000, ' ')
  for (let count = 0; count < 1000; count++) {
    account.add(passage(long, undefined, [masked]))
    if (count % 32 === 31) await setImmediate()
  }
  resolve(7)
  await account.settled()
  expect(said).toEqual(['account-dropped'])
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.length).toBeLessThan(1000)
})
