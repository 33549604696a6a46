import { digest } from '../../src/adapters/node/digest.ts'
import type { Sieved } from '../../src/core/mask/sieve-request.ts'
import { conversationMemory } from '../../src/core/traffic/conversation-memory.ts'
import { recogniser } from '../../src/core/traffic/conversations.ts'

const recognise = recogniser(conversationMemory().space('test'), digest)

/** A body that passed the sieves, as it came unless `more` says otherwise. */
export function sievedBody(body: string, more: Partial<Sieved> = {}): Sieved {
  return {
    body,
    parts: { written: '', rest: body },
    model: 'gpt-5',
    masked: [],
    pruned: [],
    commits: 0,
    repeatedCalls: 0,
    repaired: 0,
    chars: { before: 10, after: 10 },
    conversation: recognise({ messages: [{ role: 'user', content: body }], model: 'gpt-5' }),
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
