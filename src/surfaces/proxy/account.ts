import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Conversations, LedgerEntry, Log } from '../../engine.ts'
import { conversationKeys } from './conversation-keys.ts'
import { lastBodies } from './last-bodies.ts'
import type { Passage } from './passage.ts'
import { passageEntry } from './passage-entry.ts'
import type { Price } from './prices.ts'
import { decodeKept, readUsage } from './usage.ts'

/** Writes down what each request saved, after it was answered and never in its way. */
export interface Account {
  add(passage: Passage): void
  /** Resolves when all that was added is written. */
  settled(): Promise<void>
}

export interface AccountDeps {
  readonly conversations: Pick<Conversations, 'record' | 'freedTokens' | 'seen'>
  readonly prices: readonly Price[]
  readonly log: Log
  readonly now: () => number
}

const rememberedBytes = 64 * 1024 * 1024
/** Rows are written together: one transaction for all that came within a moment. */
const writeAfterMs = 100
/** So many are worked on without a look at what else there is to do. */
const restAfter = 16
/** Under a flood, accounts are dropped and counted rather than kept in memory. */
const maxWaiting = 2000

export function createAccount({ conversations, prices, log, now }: AccountDeps): Account {
  const bodies = lastBodies(rememberedBytes)
  const conversationKey = conversationKeys()
  let waiting: Passage[] = []
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

  async function writeAll(): Promise<void> {
    await setTimeout(writeAfterMs)
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const entries: LedgerEntry[] = []
      for (const passage of batch) {
        entries.push(await toEntry(passage))
        // Requests that came meanwhile go first.
        if (entries.length % restAfter === 0) await setImmediate()
      }
      await conversations.record(entries)
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
    add(passage) {
      if (waiting.length < maxWaiting) {
        waiting.push(passage)
        writing ??= start()
        return
      }
      dropped++
      if (dropped % 1000 === 1) log.warn('account-dropped', { dropped })
    },
    async settled() {
      while (writing) await writing
    },
  }
}
