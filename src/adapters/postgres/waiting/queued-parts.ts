import { EngineError } from '../../../errors.ts'
import type { Original, Originals } from '../../../ports/store/originals.ts'
import type { SentResult, SentResults } from '../../../ports/store/sent-results.ts'
import type { NewWrite, WaitingPart, WaitingWrites } from '../../../ports/store/waiting-writes.ts'
import type { LedgerValues, OpenLedger } from '../ledger.ts'
import { within } from './within.ts'

/** The parts of a store that requests wait for. */
export interface QueuedParts {
  readonly originals: Originals
  readonly sentResults: SentResults
  readonly ledger: OpenLedger
}

/** Which parts have something that waits. */
export interface WaitingNotes {
  hasWaiting(part: WaitingPart): boolean
  /** Something of this part was put there. */
  note(part: WaitingPart): void
}

/** Sends what waits, part by part; what was sent may be sent again. */
export type SendWaiting = (part: WaitingPart, bodies: readonly string[]) => Promise<void>

/** A database that answers, and is slow with one table, is given so long. */
const patienceMs = 1000

/**
 * What the database does not take now waits on the disk of this machine, and is found there. `hurried` are
 * the same parts, which give up sooner. A part of which something waits is not tried again before that is sent.
 */
export function queuedParts(
  { originals, sentResults, ledger }: QueuedParts,
  hurried: QueuedParts,
  queue: WaitingWrites,
  { hasWaiting, note }: WaitingNotes,
): QueuedParts {
  /** False when it waits on the disk now. */
  async function write(
    part: WaitingPart,
    send: () => Promise<unknown>,
    writes: () => readonly NewWrite[],
  ): Promise<boolean> {
    try {
      if (!hasWaiting(part)) {
        await within(patienceMs, send())
        return true
      }
    } catch (error) {
      if (!isAway(error)) throw error
    }
    await queue.add(writes())
    note(part)
    return false
  }

  async function waitingOf<Value>(part: WaitingPart, keys: readonly string[]): Promise<Value[]> {
    if (!hasWaiting(part)) return []
    return (await queue.find(part, keys)).map(({ body }) => JSON.parse(body))
  }

  async function keepSent(records: readonly SentResult[], now: number) {
    let stands: readonly SentResult[] = records
    const send = async (): Promise<void> => {
      stands = await hurried.sentResults.keep(records, now)
    }
    const writes = () => records.map((one) => toWrite('sent', one.key, { ...one, usedAt: now }))
    const known = await waitingOf<SentResult>('sent', keysOf(records))
    // The first under a key stands, here too.
    if (known.length === records.length) return inOrder(records, known)
    return (await write('sent', send, writes)) ? stands : inOrder(records, known)
  }

  return {
    originals: {
      ...originals,
      keep: async (all) => {
        await write(
          'originals',
          () => hurried.originals.keep(all),
          () => all.map((one) => toWrite('originals', one.id, one)),
        )
      },
      async find(id, now) {
        const [waiting] = await waitingOf<Original>('originals', [id])
        if (waiting && waiting.expiresAt > now) return waiting
        return originals.find(id, now)
      },
    },
    sentResults: {
      ...sentResults,
      keep: async (records, now) => (records.length === 0 ? [] : keepSent(records, now)),
      async find(keys, now) {
        const waiting = firstOfEach(await waitingOf<SentResult>('sent', keys))
        const others = keys.filter((key) => !waiting.has(key))
        if (others.length === 0) return [...waiting.values()]
        return [
          ...waiting.values(),
          ...(await within(patienceMs, hurried.sentResults.find(others, now))),
        ]
      },
    },
    ledger: {
      ...ledger,
      async append(entries) {
        const rows = entries.map(ledger.toValues)
        await write(
          'ledger',
          () => hurried.ledger.appendValues(rows),
          () => rows.map((row) => toWrite('ledger', String(row[0]), row)),
        )
      },
    },
  }
}

/** How what waits goes to the database. */
export function sendWaiting({ originals, sentResults, ledger }: QueuedParts): SendWaiting {
  return async (part, bodies) => {
    const values = bodies.map((body) => JSON.parse(body))
    if (part === 'originals') await originals.keep(values as Original[])
    else if (part === 'ledger') await ledger.appendValues(values as LedgerValues[])
    else for (const [usedAt, records] of byUse(values)) await sentResults.keep(records, usedAt)
  }
}

type UsedRecord = SentResult & { readonly usedAt: number }

function byUse(records: readonly UsedRecord[]): ReadonlyMap<number, readonly SentResult[]> {
  return Map.groupBy(records, ({ usedAt }) => usedAt)
}

function toWrite(part: WaitingPart, key: string, value: unknown): NewWrite {
  return { part, key, body: JSON.stringify(value) }
}

function keysOf(records: readonly SentResult[]): readonly string[] {
  return records.map(({ key }) => key)
}

function firstOfEach(records: readonly SentResult[]): Map<string, SentResult> {
  return new Map(records.toReversed().map((one) => [one.key, one]))
}

function inOrder(records: readonly SentResult[], known: readonly SentResult[]) {
  const stands = firstOfEach(known)
  return records.map((record) => stands.get(record.key) ?? record)
}

/** Refused for now, for whatever reason: the same may be taken later. */
export function isAway(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'store_unavailable'
}
