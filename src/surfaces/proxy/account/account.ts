import { setImmediate } from 'node:timers/promises'
import type { Conversations, LedgerEntry, Log, Traffic } from '../../../engine.ts'
import { EngineError } from '../../../errors.ts'
import { byteLength } from '../body/body-bytes.ts'
import { type Awaited, bytesOf, isReady, type NotedRequest, requestNotes } from './note-request.ts'
import type { Passage } from './passage.ts'

/** Writes down what each request saved, never in its way. */
export interface Account {
  /** Tells `onEnd` whether the row was written, once that is known. */
  add(passage: Passage, onEnd?: OnEnd): void
  /** Resolves when all that was added is written. */
  settled(): Promise<void>
}

interface AccountDeps {
  readonly conversations: Pick<Conversations, 'record' | 'freedTokens' | 'seen'>
  readonly traffic: Pick<Traffic, 'end'>
  readonly log: Log
  readonly now: () => number
  /** Somebody waits for the rows: they are written at once, with those that came during the last write. */
  readonly isAwaited?: boolean
}

type OnEnd = (isWritten: boolean) => void

interface Waiting {
  readonly passage: Passage
  readonly onEnd: OnEnd | undefined
}

/** A request whose row waits for a count of tokens or for a decoder, or for one before it. */
interface Unsettled {
  readonly noted: NotedRequest
  readonly bytes: number
  readonly onEnd: OnEnd | undefined
}

interface Row {
  readonly entry: LedgerEntry
  readonly onEnd: OnEnd | undefined
}

/**
 * Rows are written together: one transaction for all that came within a moment. When many come, a part
 * of them goes first: whoever writes them takes the processor from requests for as long as that takes.
 */
const writeAfterMs = 25
const writeTogether = 96
/** So many requests are noted in one go: each by itself takes longer, and more would hold on to more bodies. */
const noteTogether = 32
/** Nor do they hold on to more than this: what outlives a moment costs the collector of memory far more. */
const noteBytes = 512 * 1024
/** When so many have ended in one turn of the event loop the others wait until all of them are noted. */
const mostWaiting = 1000
/** So many rows that had to wait are made without a look at what else there is to do, or a quarter of them all. */
const restAfter = 16
const restsPerBatch = 4
/** What cannot be written for seconds is dropped and counted, the very last resort: so many rows, and so many bytes that wait. */
const maxRows = 20_000
const maxUnsettledBytes = 64 * 1024 * 1024

export function createAccount(deps: AccountDeps): Account {
  const { conversations, log } = deps
  const { note, waitFor, toEntry } = requestNotes(deps)
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let unsettled: Unsettled[] = []
  let unsettledCount = 0
  let unsettledBytes = 0
  let rows: Row[] = []
  let isNoting = false
  let settling: Promise<void> | undefined
  let writing: Promise<void> | undefined
  let writeNow: (() => void) | undefined
  let dropped = 0

  /** Never throws: the request was answered. */
  function enter({ passage, onEnd }: Waiting): void {
    try {
      const noted = note(passage)
      if (!isReady(noted) || settling) settleLater(noted, onEnd)
      else enterRow(noted, { text: noted.tap.kept().toString('utf8'), freedTokens: 0 }, onEnd)
    } catch (error) {
      fail(error, [{ onEnd }])
    }
  }

  function enterRow(noted: NotedRequest, awaited: Awaited, onEnd: OnEnd | undefined): void {
    rows.push({ entry: toEntry(noted, awaited), onEnd })
  }

  function settleLater(noted: NotedRequest, onEnd: OnEnd | undefined): void {
    const bytes = bytesOf(noted)
    unsettled.push({ noted, bytes, onEnd })
    unsettledCount++
    unsettledBytes += bytes
    settling ??= settleAll()
  }

  /** Whatever its row waits for: its bodies are let go. */
  function noteWaiting(): void {
    const batch = waiting
    waiting = []
    waitingBytes = 0
    for (const one of batch) enter(one)
    if (rows.length >= writeTogether) writeNow?.()
  }

  async function noteSoon(): Promise<void> {
    if (isNoting) return
    isNoting = true
    // Answers of other requests go first.
    await setImmediate()
    noteWaiting()
    isNoting = false
  }

  async function settle({ noted, bytes, onEnd }: Unsettled): Promise<void> {
    try {
      enterRow(noted, await waitFor(noted), onEnd)
    } catch (error) {
      fail(error, [{ onEnd }])
    }
    unsettledCount--
    unsettledBytes -= bytes
  }

  /** One after the other: requests of a conversation are told in their order. */
  async function settleAll(): Promise<void> {
    while (unsettledCount > 0) {
      const batch = unsettled
      unsettled = []
      const restEvery = Math.max(restAfter, Math.ceil(batch.length / restsPerBatch))
      let done = 0
      for (const one of batch) {
        await settle(one)
        if (++done % restEvery === 0) await setImmediate()
      }
    }
    settling = undefined
    if (rows.length >= writeTogether) writeNow?.()
  }

  /** Resolves when a moment is over, or many rows are there. */
  function momentOver(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, writeAfterMs)
      writeNow = () => {
        clearTimeout(timer)
        resolve()
      }
      if (rows.length >= writeTogether) writeNow()
    })
  }

  async function write(): Promise<void> {
    const batch = rows
    rows = []
    try {
      await conversations.record(batch.map(({ entry }) => entry))
    } catch (error) {
      return fail(error, batch)
    }
    for (const { onEnd } of batch) onEnd?.(true)
  }

  async function writeAll(): Promise<void> {
    do {
      await (deps.isAwaited ? setImmediate() : momentOver())
      noteWaiting()
      if (rows.length === 0) await settling
      if (rows.length > 0) await write()
    } while (rows.length + waiting.length + unsettledCount > 0)
    writing = undefined
  }

  function fail(error: unknown, lost: readonly Pick<Row, 'onEnd'>[]): void {
    log.error('account-failed', { cause: String(error), ...droppedRows(error) })
    for (const { onEnd } of lost) onEnd?.(false)
  }

  function drop(onEnd: OnEnd | undefined): void {
    onEnd?.(false)
    dropped++
    if (dropped % 1000 === 1) log.warn('account-dropped', { dropped })
  }

  return {
    add(passage, onEnd) {
      if (rows.length + unsettledCount >= maxRows || unsettledBytes >= maxUnsettledBytes)
        return drop(onEnd)
      waiting.push({ passage, onEnd })
      waitingBytes += passage.sentBody ? byteLength(passage.sentBody) : 0
      if (waiting.length >= mostWaiting) noteWaiting()
      else if (waiting.length >= noteTogether || waitingBytes >= noteBytes) void noteSoon()
      writing ??= writeAll()
    },
    async settled() {
      while (writing) await writing
    },
  }
}

/** A ledger that was away for too long says how many rows it could not keep. */
function droppedRows(error: unknown): { readonly rows_dropped?: number } {
  const count = error instanceof EngineError ? Number(error.details.dropped) : 0
  return count > 0 ? { rows_dropped: count } : {}
}
