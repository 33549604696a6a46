import { digest } from '../../src/adapters/node/digest.ts'
import { createEntrySieve, type EntryDeps } from '../../src/core/mask/entry/entry.ts'
import { sentMemory } from '../../src/core/mask/entry/sent-memory.ts'
import { storedIds } from '../../src/core/mask/kept/stored-ids.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import {
  type ConversationResets,
  conversationResets,
} from '../../src/core/mask/reset-conversation.ts'
import { partPlaceholder } from '../../src/core/mask/rewrite/placeholder.ts'
import { createRewrite } from '../../src/core/mask/rewrite/rewrite.ts'
import { historySeals } from '../../src/core/mask/seal.ts'
import { serverEditing } from '../../src/core/mask/server-edits.ts'
import { createSieve, type Sieve } from '../../src/core/mask/sieve-request.ts'
import { usualPromptCache } from '../../src/core/mask/window/cache-cost.ts'
import type { ServerEditTerms } from '../../src/core/wire/wire.ts'
import type { SentResults } from '../../src/ports/store/sent-results.ts'
import { conversationStage } from './conversation-stage.ts'

export interface SieveStage {
  readonly sieve: Sieve
  readonly resets: ConversationResets
}

export interface SieveOverOptions {
  readonly prune?: EntryDeps['prune']
  /** Other daemons use the same store. */
  readonly isShared?: boolean
  /** Old results leave as soon as they are old, whatever that costs. */
  readonly isEager?: boolean
  /** What providers are asked to clear on their side. */
  readonly serverEdits?: ServerEditTerms | undefined
}

/** A daemon: its sieve over a store that may outlive it. */
export function sieveOver(
  store: SentResults,
  { prune, isShared = false, isEager = false, serverEdits }: SieveOverOptions = {},
): SieveStage {
  const memory = sentMemory(
    store,
    () => 0,
    () => undefined,
  )
  const eager = { window_turns: 1, commit_payback: 0, min_context_tokens: 0 }
  const policy = resolvePolicy(isEager ? eager : {})
  const resets = conversationResets({ memory, isShared, onAway: () => undefined })
  const sieve = createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => policy,
    ttlMs: 1000,
    stored: storedIds(1000, () => 0),
    onNotKept: () => undefined,
    resets,
    entry: createEntrySieve({
      memory,
      prune,
      keepOriginals: async () => undefined,
      onNotKept: () => undefined,
    }),
    entrySettings: { echo: true, pruneMinChars: 1000, locale: 'en' },
    rewrite: createRewrite({
      memory,
      isShared,
      now: () => 0,
      keep: async () => undefined,
      placeholder: partPlaceholder({ sentence: undefined, locale: 'en' }),
    }),
    isRewriting: true,
    keepsOvercome: false,
    idleInputChars: 500,
    everyTurns: isEager ? 2 : 10,
    cacheOf: () => usualPromptCache,
    isThinkingBound: () => true,
    seals: historySeals({ memory, digest }),
    serverEdits: serverEditing(memory, serverEdits),
  })
  return { sieve, resets }
}
