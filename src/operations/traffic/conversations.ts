import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { type ResetCost, resetCost } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { instant } from '../check-input.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { withoutUndefined } from '../without-undefined.ts'

const list = operation({
  name: 'conversations.list',
  summary:
    'Conversations that went through the proxy, the one used last first, with what they cost and saved',
  effect: 'read',
  tool: { name: 'conversations_list', profiles: [] },
  command: {
    name: 'conversation list',
    asksDaemon: true,
    examples: ['tamis conversation list --since 2026-11-18'],
  },
  input: z.strictObject({
    since: instant.optional().describe('Only requests from this date on (ISO 8601)'),
    until: instant.optional().describe('Only requests before this date (ISO 8601)'),
  }),
  run: ({ conversationViews }, period) => conversationViews.list(withoutUndefined(period)),
  toText: ({ conversations }, say) =>
    conversations.length === 0
      ? say('No conversation went through the proxy in that time.')
      : toColumns(
          ['id', 'agent', 'model', 'requests', 'spent', 'saved', 'begins'],
          conversations.map((one) => [
            one.id,
            one.agent,
            one.models.at(-1) ?? '',
            one.requests,
            usd(one.spent_usd),
            usd(one.saved_usd),
            one.title ?? '',
          ]),
          say,
        ),
})

const show = operation({
  name: 'conversations.show',
  summary: 'One conversation, request by request',
  effect: 'read',
  tool: { name: 'conversations_show', profiles: [] },
  input: z.strictObject({ id: z.string().describe('An id of conversations.list') }),
  run: async ({ conversationViews, conversations }, { id }) => {
    const found = (await conversationViews.find(id)) ?? unknown(id)
    const turns = found.turns.map((turn) => ({
      ...turn,
      is_remembered: turn.request_id !== null && conversations.seen.has(turn.request_id),
    }))
    return { ...found.summary, turns }
  },
})

const reset = operation({
  name: 'conversations.reset',
  summary:
    'Send the whole of a conversation again from its next request on, and say what that costs',
  effect: 'write',
  tool: { name: 'conversations_reset', profiles: [], isForPeople: true },
  command: {
    name: 'conversation reset',
    positional: 'id',
    asksDaemon: true,
    examples: ['tamis conversation reset 3f2a9c04d1e87b65 --preview'],
  },
  input: z.strictObject({
    id: z.string().describe('An id of `tamis conversation list`'),
    preview: z.boolean().default(false).describe('Only say what it would cost'),
  }),
  run: async ({ conversationViews, conversations, traffic }, { id, preview }) => {
    const { turns } = (await conversationViews.find(id)) ?? unknown(id)
    const last = turns.at(-1)
    const cost = resetCost(
      last?.tokens ?? { before: 0, after: 0 },
      traffic.ruleOf(last?.model ?? ''),
    )
    if (!preview) await conversations.reset(id)
    return { id, is_preview: preview, ...cost }
  },
  toText: (cost, say) => costText(cost, say).join('\n'),
})

function unknown(id: string): never {
  throw new EngineError('conversation_not_found', phrase`No conversation ${id} is in the ledger`, {
    hint: 'conversations.list has those of a period.',
  })
}

function costText(cost: ResetCost & { readonly is_preview: boolean }, say: Say): readonly string[] {
  const { tokens_back, next_request_usd, each_later_request_usd, drops_thinking, is_preview } = cost
  if (tokens_back === 0) return [say('Nothing was left out of its newest request.')]
  const back = tokens_back.toLocaleString('en')
  return [
    is_preview
      ? say(
          phrase`With the next request about ${back} tokens would come back; nothing was changed.`,
        )
      : say(phrase`With the next request about ${back} tokens come back, and stay.`),
    say(
      phrase`That request costs about ${usd(next_request_usd)} more, each later one about ${usd(each_later_request_usd)}.`,
    ),
    ...(drops_thinking
      ? [say('What the model has thought so far was signed over the shorter text: it is dropped.')]
      : []),
  ]
}

function usd(amount: number): string {
  return `$${amount.toFixed(4)}`
}

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
      onProgress?.({ done, total, message: phrase`Reading conversation ${done + 1} of ${total}` }),
    )
  },
})

export const conversationOperations = [list, show, reset, replay]
