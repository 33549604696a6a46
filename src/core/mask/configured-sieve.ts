import type { Digest } from '../../ports/digest.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { ConversationSpace } from '../traffic/conversation-memory.ts'
import type { Recognise } from '../traffic/conversations.ts'
import { createEntrySieve } from './entry/entry.ts'
import { type EntryStores, entryDeps } from './entry/entry-deps.ts'
import { keepMaskedParts } from './entry/keep-left-out.ts'
import type { SentMemory } from './entry/sent-memory.ts'
import { countRegret } from './kept/regret.ts'
import { type RegretGuard, regretGuard } from './kept/regret-guard.ts'
import type { StoredIds } from './kept/stored-ids.ts'
import { type MaskSettings, policyOfProxy } from './mask-settings.ts'
import type { ConversationResets } from './reset-conversation.ts'
import { partPlaceholder } from './rewrite/placeholder.ts'
import { createRewrite } from './rewrite/rewrite.ts'
import { historySeals } from './seal.ts'
import { serverEditing } from './server-edits.ts'
import { createSieve, type Sieve } from './sieve-request.ts'
import type { PromptCache } from './window/cache-cost.ts'

/** What the sieve of requests stands on, whatever the settings. */
export interface SieveGround extends EntryStores {
  readonly recognise: Recognise
  /** Where conversations of this namespace are remembered. */
  readonly space: ConversationSpace
  readonly ledger: Ledger
  readonly digest: Digest
  /** Whether other daemons use the same store. */
  readonly isShared: boolean
  /** A model's prompt cache, at prices relative to fresh input. */
  readonly cacheOf: (model: string) => PromptCache
  /** Whether a model may sign its thinking over all that came before it. */
  readonly isThinkingBound: (model: string) => boolean
}

/** What is remembered across settings. */
interface SieveMemories {
  readonly memory: SentMemory
  readonly resets: Pick<ConversationResets, 'isReset'>
  readonly stored: StoredIds
}

interface ConfiguredSieve {
  readonly sieve: Sieve
  readonly guard: RegretGuard | undefined
}

/** The sieve of requests that the settings ask for. */
export function configuredSieve(
  ground: SieveGround,
  { memory, resets, stored }: SieveMemories,
  settings: MaskSettings,
): ConfiguredSieve {
  const { policy: wanted, pruneMinChars, echo, locale, ...rest } = settings
  const policy = policyOfProxy(settings)
  const guard = rest.protectAfterRecoveries > 0 ? guardFor(ground, rest) : undefined
  const entry = { memory, ...entryDeps(ground, { source: 'proxy', pruneMinChars }) }
  const sieve = createSieve({
    ...ground,
    policy: () => policy,
    ttlMs: rest.ttlMs,
    stored,
    onNotKept: entry.onNotKept,
    resets,
    seals: historySeals({ memory, digest: ground.digest }),
    serverEdits: serverEditing(memory, rest.isServerEditing ? rest.serverEdits : undefined),
    entry: createEntrySieve(entry),
    entrySettings: { echo, pruneMinChars: pruneMinChars ?? 0, locale },
    rewrite: createRewrite({
      memory,
      isShared: ground.isShared,
      now: ground.now,
      keep: (masked) => keepMaskedParts(ground, masked),
      placeholder: partPlaceholder({
        sentence: rest.hasSentence ? policy : undefined,
        locale,
      }),
      pathOf: ground.omissionFiles?.pathOf,
    }),
    isRewriting: rest.isRewriting,
    keepsOvercome: wanted.keep_errors === true,
    idleInputChars: rest.idleInputChars,
    everyTurns: wanted.commit_every_turns ?? 1,
    cacheOf: ground.cacheOf,
    isRepairing: rest.isRepairing,
    guard,
  })
  return { sieve, guard }
}

/** What is asked back often stays; see `MaskSettings.protectAfterRecoveries`. */
function guardFor(
  { ledger, now, log }: SieveGround,
  { protectAfterRecoveries }: Pick<MaskSettings, 'protectAfterRecoveries'>,
): RegretGuard {
  return regretGuard({
    regret: () => countRegret(ledger, 0),
    now,
    minCount: protectAfterRecoveries,
    onError: (error) => log.warn('regret-not-counted', { cause: String(error) }),
  })
}
