import { expect, test } from 'vitest'
import { sievedBody } from '../../../test/support/sieved-body.ts'
import { ruleFinder } from './provider-rules.ts'
import { type EndedRequest, requestEntry } from './request-entry.ts'
import { tokenRates } from './token-rates.ts'

const ended: EndedRequest = {
  at: 1,
  source: 'anthropic-messages',
  path: '/v1/messages',
  caller: undefined,
  conversation: 'c1',
  requestId: undefined,
  sieved: undefined,
  sentBytes: 10,
  stableBytes: undefined,
  warnings: [],
  status: 200,
  outcome: 'complete',
  refusal: undefined,
  usage: undefined,
  freedTokens: 0,
  durationMs: 1,
  addedMs: 0,
}

test.each([
  { more: {}, details: {} },
  {
    more: { edits: { made: 3, grounded: 2 } },
    details: { edits: 3, grounded_edits: 2 },
  },
  {
    more: { names: { used: 7, inSight: 6 } },
    details: { names_used: 7, names_in_sight: 6 },
  },
])('a row says $details of what the model worked with', ({ more, details }) => {
  const sieved = sievedBody('{}', more)
  const row = requestEntry({ ...ended, sieved }, ruleFinder(), tokenRates())
  const said = Object.entries(row.details ?? {}).filter(([name]) => /edits|names/.test(name))
  expect(Object.fromEntries(said)).toEqual(details)
})
