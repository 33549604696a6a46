import { z } from 'zod'
import { operation } from '../operation.ts'

const list = operation({
  name: 'requests.list',
  summary: 'The latest requests that went through the proxy, newest first',
  effect: 'read',
  tool: { name: 'requests_list', profiles: [] },
  input: z.strictObject({
    limit: z.int().min(1).max(500).default(100).describe('How many at most'),
  }),
  run: async ({ conversations }, { limit }) => ({
    requests: conversations.seen
      .list(limit)
      .map(({ id, at, format, conversation, status, sieved }) => ({
        id,
        at,
        format,
        conversation,
        status,
        model: sieved.model,
        masked: sieved.masked.length,
        pruned: sieved.pruned.length,
        chars: sieved.chars,
      })),
  }),
})

const show = operation({
  name: 'requests.show',
  summary: 'One request as the provider got it, with what was left out and the id of each original',
  effect: 'read',
  tool: { name: 'requests_show', profiles: [] },
  input: z.strictObject({ id: z.string().describe('An id of requests.list or of the ledger') }),
  run: async ({ conversations, traffic }, { id }) => {
    const request = conversations.show(id)
    return { ...request, bill: request.account ? traffic.linesOf(request.account) : [] }
  },
})

export const requestOperations = [list, show]
