import { setImmediate } from 'node:timers/promises'
import {
  type Conversations,
  type EndedRequest,
  type FormatName,
  type LedgerEntry,
  type Log,
  type Sieved,
  type Traffic,
  wireFormat,
} from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { byteLength } from './body-bytes.ts'
import { isPlain } from './content-encodings.ts'
import { decodeKept } from './decode-kept.ts'
import { stablePrefix } from './last-bodies.ts'
import type { Passage } from './passage.ts'
import { sessionName } from './session-of.ts'

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

interface Row {
  readonly entry: LedgerEntry
  readonly onEnd: OnEnd | undefined
}

/** What takes a while: only packed answers, and requests that lost something, have any of it. */
interface Awaited {
  readonly text: string | undefined
  readonly freedTokens: number
}

/**
 * Rows are written together: one transaction for all that came within a moment. When many come, a part
 * of them goes first: whoever writes them takes the processor from requests for as long as that takes.
 */
const writeAfterMs = 25
const writeTogether = 96
/** So many accounts are made in one go: each by itself takes longer, and more would hold on to more bodies. */
const enterTogether = 32
/** Nor do they hold on to more than this: what outlives a moment costs the collector of memory far more. */
const enterBytes = 512 * 1024
/** So many that take a while are worked on without a look at what else there is to do. */
const restAfter = 16
/** Under a flood, accounts are dropped and counted rather than kept in memory: with bodies, and as rows. */
const maxWaiting = 2000
const maxRows = 20_000

export function createAccount(deps: AccountDeps): Account {
  const { conversations, traffic, log, now } = deps
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let rows: Row[] = []
  let entering: Promise<void> | undefined
  let writing: Promise<void> | undefined
  let writeNow: (() => void) | undefined
  let dropped = 0

  function toEntry(passage: Passage, { text, freedTokens }: Awaited): LedgerEntry {
    const { route, path, session, sieved, sentBody, ended } = passage
    const conversation = sieved?.conversation.id ?? sessionName(session)
    const stableBytes = sentBody && sieved && stablePrefix(sieved.conversation, sentBody)
    const at = now()
    const requestId =
      sieved &&
      route.format &&
      conversations.seen.add({
        at,
        format: route.format,
        path,
        conversation,
        status: ended.status,
        sieved,
        stableBytes,
      })
    const entry = traffic.end({
      at,
      source: route.format ?? 'other',
      path,
      caller: passage.caller?.name,
      agent: passage.agent,
      conversation,
      requestId,
      sieved,
      sentBytes: sentBody ? byteLength(sentBody) : 0,
      stableBytes,
      warnings: passage.warnings,
      status: ended.status,
      outcome: ended.outcome,
      refusal: ended.refusal,
      ...(route.format && text !== undefined ? readAnswer(route.format, text) : nothingSaid),
      freedTokens,
      durationMs: passage.durationMs,
      addedMs: passage.addedMs,
    })
    if (requestId !== undefined) {
      const isAnswerWhole = passage.tap.isWhole()
      conversations.seen.complete(requestId, { answer: text, isAnswerWhole, entry })
    }
    return entry
  }

  async function waitFor({ sieved, ended, tap }: Passage): Promise<Awaited> {
    return {
      text: await decodeKept(tap.kept(), ended.contentEncoding, tap.isWhole()),
      freedTokens: sieved ? await conversations.freedTokens(sieved) : 0,
    }
  }

  /** Never throws: the request was answered. */
  function enter({ passage, onEnd }: Waiting, awaited: Awaited): void {
    try {
      rows.push({ entry: toEntry(passage, awaited), onEnd })
    } catch (error) {
      fail(error, [{ onEnd }])
    }
  }

  async function enterLater(one: Waiting): Promise<void> {
    const awaited = await waitFor(one.passage).catch((error: unknown) => fail(error, [one]))
    if (awaited) enter(one, awaited)
  }

  async function enterWaiting(): Promise<void> {
    // Answers of other requests go first.
    await setImmediate()
    const batch = waiting
    waiting = []
    waitingBytes = 0
    let awaited = 0
    for (const one of batch) {
      const { passage } = one
      if (isReady(passage)) enter(one, { text: textOf(passage), freedTokens: 0 })
      else {
        await enterLater(one)
        if (++awaited % restAfter === 0) await setImmediate()
      }
    }
    entering = undefined
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
      if (waiting.length > 0) entering ??= enterWaiting()
      await entering
      await write()
    } while (rows.length + waiting.length > 0 || entering)
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
      if (waiting.length >= maxWaiting || rows.length >= maxRows) return drop(onEnd)
      waiting.push({ passage, onEnd })
      waitingBytes += passage.sentBody ? byteLength(passage.sentBody) : 0
      if (waiting.length >= enterTogether || waitingBytes >= enterBytes) entering ??= enterWaiting()
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

/** Most are, and are entered at once: a request that is held on to costs more than its account. */
function isReady({ ended, sieved }: Passage): boolean {
  return isPlain(ended.contentEncoding) && (!sieved || isUntouched(sieved))
}

function isUntouched({ masked, pruned }: Sieved): boolean {
  return masked.length + pruned.length === 0
}

function textOf({ tap }: Passage): string {
  return tap.kept().toString('utf8')
}

const nothingSaid = { usage: undefined, remarks: undefined, isUnpriced: undefined }

function readAnswer(
  name: FormatName,
  text: string,
): Pick<EndedRequest, 'usage' | 'remarks' | 'isUnpriced'> {
  const format = wireFormat(name)
  const reader = format.usage()
  reader.push(text)
  const { isUnpriced } = format
  return { usage: reader.usage(), remarks: format.remarks?.(text), isUnpriced }
}
