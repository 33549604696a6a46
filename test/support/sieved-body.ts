import type { Sieved } from '../../src/core/mask/sieve-request.ts'
import { conversationStage } from './conversation-stage.ts'

const { recognise } = conversationStage()

/** A conversation told from others by its first words. */
export function conversationOf(text: string): Sieved['conversation'] {
  return recognise({ messages: [{ role: 'user', content: text }], model: 'gpt-5' })
}

/** A body that passed the sieves, as received unless `more` says otherwise. */
export function sievedBody(body: string, more: Partial<Sieved> = {}): Sieved {
  return {
    body,
    isChanged: false,
    parts: { written: '', rest: body },
    model: 'gpt-5',
    masked: [],
    pruned: [],
    commits: 0,
    repeatedCalls: 0,
    copiedMarkers: 0,
    foreignMarkers: 0,
    edits: { made: 0, grounded: 0 },
    names: { used: 0, inSight: 0 },
    serverEdits: undefined,
    repaired: 0,
    chars: { before: 10, after: 10 },
    conversation: conversationOf('one for all'),
    changes: [],
    ...more,
  }
}

/** The rest of what is remembered of a request. */
export const seenFacts = {
  at: 1,
  format: 'openai-chat',
  path: '/v1/chat/completions',
  conversation: 'c1',
  status: 200,
  stableBytes: undefined,
} as const
