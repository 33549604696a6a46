import { z } from 'zod'
import { EngineError } from '../errors.ts'
import { instant } from './instant.ts'
import { operation } from './operation.ts'
import { withoutUndefined } from './without-undefined.ts'

const list = operation({
  name: 'conversations.list',
  summary:
    'Conversations that went through the proxy, the one used last first, with what they cost and saved',
  effect: 'read',
  tool: { name: 'conversations_list', profiles: [] },
  input: z.strictObject({
    since: instant.optional().describe('Only requests from this date on (ISO 8601)'),
    until: instant.optional().describe('Only requests before this date (ISO 8601)'),
  }),
  run: ({ conversationViews }, period) => conversationViews.list(withoutUndefined(period)),
})

const show = operation({
  name: 'conversations.show',
  summary: 'One conversation, request by request',
  effect: 'read',
  tool: { name: 'conversations_show', profiles: [] },
  input: z.strictObject({ id: z.string().describe('An id of conversations.list') }),
  run: async ({ conversationViews, conversations }, { id }) => {
    const found = await conversationViews.find(id)
    if (!found)
      throw new EngineError('conversation_not_found', `No conversation ${id} is in the ledger`, {
        hint: 'conversations.list has those of a period.',
      })
    const remembered = new Set(conversations.seen.list().map((request) => request.id))
    const turns = found.turns.map((turn) => ({
      ...turn,
      is_remembered: turn.request_id !== null && remembered.has(turn.request_id),
    }))
    return { ...found.summary, turns }
  },
})

const mostReplayed = 20

const replay = operation({
  name: 'conversations.replay',
  summary:
    'What each way to sieve would have made of the latest conversations that are still remembered',
  effect: 'read',
  tool: { name: 'conversations_replay', profiles: [] },
  input: z.strictObject({}),
  run: async ({ conversations, replay: run, traffic }, _, { signal, onProgress }) => {
    const sessions = await conversations.latestSessions(mostReplayed)
    const files = sessions
      .filter(({ messages }) => messages.length > 0)
      .map(({ id, ...session }) => ({ name: id, text: JSON.stringify({ id, ...session }) }))
    if (files.length === 0) return null
    const otherwise = sessions[0]?.model ?? ''
    return run({ files, otherwise, ruleOf: traffic.ruleOf }, signal, (done, total) =>
      onProgress?.({ done, total, message: `Reading conversation ${done + 1} of ${total}` }),
    )
  },
})

export const conversationOperations = [list, show, replay]
