import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sievedBody } from '../../../test/support/sieved-body.ts'
import { createTraffic } from '../../core/traffic/traffic.ts'
import type { LedgerEntry, Log, Sieved } from '../../engine.ts'
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

function openAccount(count: () => Promise<number>) {
  const rows: LedgerEntry[] = []
  const said: string[] = []
  const say = (event: string): void => void said.push(event)
  const log: Log = { info: say, warn: say, error: say }
  const account = createAccount({
    conversations: {
      record: async (entries) => void rows.push(...entries),
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

test('takes as many as come between two writes; only those whose bodies pile up are dropped', async () => {
  const { account, rows, said } = openAccount(async () => 7)
  for (let turn = 0; turn < 10; turn++) {
    for (let count = 0; count < 500; count++) account.add(passage(answer))
    await setImmediate()
    await setImmediate()
  }
  await account.settled()
  expect([rows.length, said]).toEqual([5000, []])
  for (let count = 0; count < 2500; count++) account.add(passage(answer))
  await account.settled()
  expect([rows.length, said]).toEqual([7000, ['account-dropped']])
})
