import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Conversations, LedgerEntry, Log } from '../../engine.ts'
import { conversationKeys } from './conversation-keys.ts'
import { lastBodies } from './last-bodies.ts'
import type { Passage } from './passage.ts'
import { passageEntry } from './passage-entry.ts'
import type { Price } from './prices.ts'
import { decodeKept, readUsage } from './usage.ts'

/** Writes down what each request saved, never in its way. */
export interface Account {
  /** Tells `onEnd` whether the row was written, once that is known. */
  add(passage: Passage, onEnd?: (isWritten: boolean) => void): void
  /** Resolves when all that was added is written. */
  settled(): Promise<void>
}

export interface AccountDeps {
  readonly conversations: Pick<Conversations, 'record' | 'freedTokens' | 'seen'>
  readonly prices: readonly Price[]
  readonly log: Log
  readonly now: () => number
  /** Somebody waits for the rows: they are written at once, with those that came during the last write. */
  readonly isAwaited?: boolean
}

interface Waiting {
  readonly passage: Passage
  readonly onEnd: ((isWritten: boolean) => void) | undefined
}

const rememberedBytes = 64 * 1024 * 1024
/** Rows are written together: one transaction for all that came within a moment. */
const writeAfterMs = 100
/** So many are worked on without a look at what else there is to do. */
const restAfter = 16
/** Under a flood, accounts are dropped and counted rather than kept in memory. */
const maxWaiting = 2000

export function createAccount(deps: AccountDeps): Account {
  const { conversations, prices, log, now } = deps
  const bodies = lastBodies(rememberedBytes)
  const conversationKey = conversationKeys()
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let dropped = 0

  async function toEntry(passage: Passage): Promise<LedgerEntry> {
    const { route, path, session, sieved, sentBody, ended, tap } = passage
    const conversation = conversationKey(session, sieved)
    const stableBytes = sentBody && bodies.stablePrefix(conversation, sentBody)
    const text = await decodeKept(tap.kept(), ended.contentEncoding, tap.isWhole())
    const usage = text === undefined ? undefined : readUsage(text)
    const freedTokens = sieved ? await conversations.freedTokens(sieved) : 0
    const at = now()
    const seen =
      sieved &&
      route.format &&
      conversations.seen.add({
        at,
        format: route.format,
        path,
        conversation,
        status: ended.status,
        sieved,
        ...(stableBytes === undefined ? {} : { stableBytes }),
      })
    const findings = { at, conversation, requestId: seen, stableBytes, usage, freedTokens }
    return passageEntry(passage, findings, prices)
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const entries: LedgerEntry[] = []
    for (const { passage } of batch) {
      entries.push(await toEntry(passage))
      // Requests that came meanwhile go first.
      if (entries.length % restAfter === 0) await setImmediate()
    }
    await conversations.record(entries)
  }

  async function writeAll(): Promise<void> {
    await (deps.isAwaited ? setImmediate() : setTimeout(writeAfterMs))
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const tell = (isWritten: boolean): void => {
        for (const { onEnd } of batch) onEnd?.(isWritten)
      }
      await write(batch).catch((error: unknown) => {
        tell(false)
        throw error
      })
      tell(true)
    }
  }

  function start(): Promise<void> {
    return writeAll()
      .catch((error: unknown) => log.error('account-failed', { cause: String(error) }))
      .finally(() => {
        writing = undefined
      })
  }

  return {
    add(passage, onEnd) {
      if (waiting.length < maxWaiting) {
        waiting.push({ passage, onEnd })
        writing ??= start()
        return
      }
      onEnd?.(false)
      dropped++
      if (dropped % 1000 === 1) log.warn('account-dropped', { dropped })
    },
    async settled() {
      while (writing) await writing
    },
  }
}
