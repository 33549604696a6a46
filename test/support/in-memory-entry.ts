import { inMemorySentResults } from '../../src/adapters/in-memory/sent-results.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { createEntrySieve } from '../../src/core/mask/entry/entry.ts'
import { sentMemory } from '../../src/core/mask/entry/sent-memory.ts'
import { defaultPolicy } from '../../src/core/mask/policy.ts'
import { conversationResets } from '../../src/core/mask/reset-conversation.ts'
import { partPlaceholder } from '../../src/core/mask/rewrite/placeholder.ts'
import { createRewrite } from '../../src/core/mask/rewrite/rewrite.ts'
import { historySeals } from '../../src/core/mask/seal.ts'
import { serverEditing } from '../../src/core/mask/server-edits.ts'
import type { SieveDeps } from '../../src/core/mask/sieve-request.ts'
import { usualPromptCache } from '../../src/core/mask/window/cache-cost.ts'

/** The sieve on entry over a store in memory, with nothing to leave out unless `echo` is on. */
export function inMemoryEntry(
  echo = false,
): Pick<
  SieveDeps,
  | 'entry'
  | 'resets'
  | 'onNotKept'
  | 'entrySettings'
  | 'rewrite'
  | 'isRewriting'
  | 'keepsOvercome'
  | 'everyTurns'
  | 'idleInputChars'
  | 'cacheOf'
  | 'seals'
  | 'serverEdits'
  | 'isThinkingBound'
> {
  const memory = sentMemory(
    inMemorySentResults(),
    () => 0,
    ({ message }) => expectNever(message),
  )
  const onNotKept = ({ message }: Error): void => expectNever(message)
  return {
    onNotKept,
    resets: conversationResets({ memory, isShared: false, onAway: onNotKept }),
    entry: createEntrySieve({
      memory,
      keepOriginals: async () => undefined,
      onNotKept,
    }),
    entrySettings: { echo, pruneMinChars: 0, locale: 'en' },
    rewrite: createRewrite({
      memory,
      isShared: false,
      now: () => 0,
      keep: async () => undefined,
      placeholder: partPlaceholder({ sentence: defaultPolicy, locale: 'en' }),
    }),
    isRewriting: true,
    keepsOvercome: false,
    idleInputChars: 500,
    everyTurns: defaultPolicy.commit_every_turns,
    cacheOf: () => usualPromptCache,
    seals: historySeals({ memory, digest }),
    serverEdits: serverEditing(memory, undefined),
    isThinkingBound: () => false,
  }
}

function expectNever(message: string): never {
  throw new Error(message)
}
