import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../ports/log.ts'
import type {
  WaitingPart,
  WaitingWrite,
  WaitingWrites,
} from '../../../ports/store/waiting-writes.ts'
import { isAway, type SendWaiting, type WaitingNotes } from './queued-parts.ts'
import { within } from './within.ts'

/** Sends what waits on the disk, and knows which parts have some. */
interface Drain extends WaitingNotes {
  /** A last attempt, for a daemon that stops; what still waits is sent by its next run. */
  end(): Promise<void>
}

const parts: readonly WaitingPart[] = ['originals', 'sent', 'ledger']
const together = 200
const tryAgainEveryMs = 500
const lastAttemptMs = 2000

/** What an earlier run left is sent first, as soon as the database takes it. */
export function drainWaiting(queue: WaitingWrites, send: SendWaiting, log: Log): Drain {
  const stopped = new AbortController()
  const waiting = new Set<WaitingPart>(parts)
  let noted = 0
  let draining: Promise<void> | undefined

  /** All together; what the database refuses for good is found by halves, named, and left out. */
  async function sendAll(part: WaitingPart, writes: readonly WaitingWrite[]): Promise<void> {
    if (writes.length === 0) return
    try {
      await send(
        part,
        writes.map(({ body }) => body),
      )
    } catch (error) {
      if (isAway(error)) throw error
      if (writes.length === 1) {
        log.error('waiting-write-refused', { part, key: writes[0]?.key, cause: String(error) })
        return
      }
      const middle = writes.length >> 1
      await sendAll(part, writes.slice(0, middle))
      await sendAll(part, writes.slice(middle))
    }
  }

  /** Throws while the database takes nothing. */
  async function drainAll(): Promise<void> {
    for (;;) {
      const before = noted
      const writes = await queue.oldest(together)
      if (writes.length === 0) {
        // What was put there since is noted, or will be.
        if (noted === before) waiting.clear()
        return
      }
      for (const part of parts)
        await sendAll(
          part,
          writes.filter((one) => one.part === part),
        )
      await queue.remove(writes)
    }
  }

  async function drainUntilDone(): Promise<void> {
    while (waiting.size > 0 && !stopped.signal.aborted) {
      await drainAll().catch((error: unknown) => {
        if (!isAway(error)) log.error('waiting-not-sent', { cause: String(error) })
      })
      if (waiting.size > 0)
        await pause(tryAgainEveryMs, undefined, { ref: false, signal: stopped.signal })
    }
  }

  function start(): void {
    draining ??= drainUntilDone()
      .catch(() => undefined)
      .finally(() => {
        draining = undefined
        if (waiting.size > 0 && !stopped.signal.aborted) start()
      })
  }

  start()
  return {
    hasWaiting: (part) => waiting.has(part),
    note(part) {
      noted += 1
      waiting.add(part)
      start()
    },
    async end() {
      stopped.abort()
      await draining
      await within(lastAttemptMs, drainAll()).catch((error: unknown) => {
        if (!isAway(error)) throw error
      })
    },
  }
}
