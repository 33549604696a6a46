import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { sievedBody } from '../../../../test/support/sieved-body.ts'
import type { Conversations } from '../../../engine.ts'
import { routeOf } from '../route/routes.ts'
import { bodyPreparer } from './prepare-body.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const route = routeOf({ method: 'POST', url: '/v1/messages', headers: {} })

/** What is sent on for a body, and with which warnings. */
async function prepared(sieve: Conversations['sieve'], body: Buffer) {
  const prepare = bodyPreparer({
    openBody: async (_, __, bytes) => ({ bytes, close: async (plain) => plain }),
    conversations: { sieve, space: conversationStage().space },
    log,
  })
  const response = {} as ServerResponse
  const { sent, warnings } = await prepare(route, { headers: {} }, response, body, 'sieve')
  return { sent: sent.join(''), warnings }
}

const came = Buffer.from('{"messages":[]}')
const short = '{"messages":["short"]}'

test('a sieve that fails sends what was sent before, and says so', async () => {
  const sieve: Conversations['sieve'] = async (_, __, facts) => {
    if (facts?.mode !== 'hold') throw new Error('took too long')
    return sievedBody(short, { isChanged: true, parts: { written: short, rest: '' } })
  }
  expect(await prepared(sieve, came)).toEqual({ sent: short, warnings: ['sieve_failed'] })
})

test('when that fails too the request goes on unchanged', async () => {
  const sieve = async (): Promise<never> => {
    throw new Error('away')
  }
  expect(await prepared(sieve, came)).toEqual({ sent: String(came), warnings: ['sieve_failed'] })
})

test('of a body over the limit nothing new is left out', async () => {
  const long = Buffer.alloc(32 * 1024 * 1024 + 1, 32)
  const modes: unknown[] = []
  const { warnings } = await prepared(async (_, body, facts) => {
    modes.push(facts?.mode)
    return sievedBody(String(body))
  }, long)
  expect({ modes, warnings }).toEqual({ modes: ['repeat'], warnings: ['too_long'] })
})
