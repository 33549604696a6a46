import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SentResult, SentResults } from '../../../ports/store/sent-results.ts'
import { facet, type Remembered } from '../../traffic/conversation-memory.ts'

/** The records of what was sent, with those of each remembered conversation at hand. */
export interface SentMemory {
  /** The records under these keys. What is settled and has none was sent whole and is not asked for again. */
  find(keys: readonly SentKey[], place?: RecordPlace): Promise<Recollection>
  /**
   * Writes them down and gives those that stand. When the store fails, only those that are known to
   * stand: all others are taken as sent whole, whatever the store says later.
   */
  keep(records: readonly SentResult[], place?: RecordPlace): Promise<readonly SentResult[]>
  /** These stand from now on, whatever stood before; refuses when the store is away. */
  replace(records: readonly SentResult[], place?: RecordPlace): Promise<void>
  /** The store was emptied, or changed by others: everything is asked for again. */
  clear(): void
}

/** Where the records of a conversation are held, and of the one it was split off from. */
export interface RecordPlace {
  readonly memory: Remembered
  readonly parent?: Remembered | undefined
}

interface Recollection {
  readonly records: ReadonlyMap<string, SentResult>
  /** Those that were sent whole and have no record. */
  readonly whole: ReadonlySet<string>
  /** False while the store is away and some of the keys are not at hand. */
  readonly isComplete: boolean
}

interface SentKey {
  readonly key: string
  /** What is not there now will not be written by anybody else. */
  readonly isSettled: boolean
  /** It was sent at this turn: without a record it was sent whole, and that is written down. */
  readonly sentAtTurn?: number
}

/** What was sent in one conversation. */
interface Held {
  /** Whose: after `clear` all begin anew. */
  readonly owner: object
  /** `null`: sent whole, without a record. */
  readonly records: Map<string, SentResult | null>
  /** Sent whole since no record could be written: whatever is written later does not count here. */
  readonly unwritten: Set<string>
  chars: number
}

const heldFacet = facet<Held>('sent-records')
/** A record takes so much besides its text. */
const keyChars = 150

/** Clients resend their history with every request: the store is asked once for each result of a conversation. */
export function sentMemory(
  store: Pick<SentResults, 'find' | 'keep' | 'replace'>,
  now: Clock,
  onAway: (error: EngineError) => void,
): SentMemory {
  let owner = {}

  function heldIn(place: RecordPlace | undefined): Held {
    const own = place?.memory.get(heldFacet)
    if (own?.owner === owner) return own
    // A branch begins with what was sent before it left.
    const before = place?.parent?.get(heldFacet)
    const held =
      before?.owner === owner
        ? { ...before, records: new Map(before.records), unwritten: new Set(before.unwritten) }
        : { owner, records: new Map(), unwritten: new Set<string>(), chars: 0 }
    // At once: requests of one conversation that run side by side share it.
    hold(held, place)
    return held
  }

  function hold(held: Held, place: RecordPlace | undefined): void {
    if (held.owner === owner) place?.memory.set(heldFacet, held, held.chars)
  }

  /** `undefined` when the store is away. */
  async function asked<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      onAway(error)
      return undefined
    }
  }

  const ask = (keys: readonly string[]) =>
    asked(async () => (keys.length === 0 ? [] : store.find(keys, now())))

  /** So that it stays whole where it is new once more: in a branch that leaves before it, or after a restart. */
  async function writeWhole(keys: readonly SentKey[]): Promise<void> {
    const records = keys.flatMap(({ key, sentAtTurn }) =>
      sentAtTurn === undefined
        ? []
        : [{ key, text: null, refersTo: [], omissionId: null, turn: sentAtTurn }],
    )
    if (records.length > 0) await asked(() => store.keep(records, now()))
  }

  return {
    async find(keys, place) {
      // What a branch was split off with is taken over even so.
      if (keys.length === 0 && place?.parent === undefined) return nothingAsked
      const held = heldIn(place)
      const missing = keys.filter(({ key }) => !held.records.has(key))
      const found = await ask(missing.map(({ key }) => key))
      for (const record of found ?? []) remember(held, record.key, record)
      // What was decided meanwhile is not forgotten again.
      const absent = missing.filter(({ key }) => !held.records.has(key))
      if (found) {
        for (const { key, isSettled } of absent) if (isSettled) remember(held, key, null)
        await writeWhole(absent)
      }
      hold(held, place)
      return { ...recollected(keys, held), isComplete: found !== undefined }
    },
    async keep(records, place) {
      const stands = await asked(() => store.keep(records, now()))
      // It may have been written all the same, or by somebody else.
      const known = stands ?? (await ask(records.map(({ key }) => key))) ?? []
      const held = heldIn(place)
      for (const record of known)
        if (!held.unwritten.has(record.key)) remember(held, record.key, record)
      for (const { key } of records) if (!held.records.get(key)) sendWhole(held, key)
      hold(held, place)
      return records.flatMap(({ key }) => held.records.get(key) ?? [])
    },
    async replace(records, place) {
      await store.replace(records, now())
      const held = heldIn(place)
      for (const record of records) {
        held.unwritten.delete(record.key)
        remember(held, record.key, record)
      }
      hold(held, place)
    },
    clear() {
      owner = {}
    },
  }
}

const nothingAsked: Recollection = { records: new Map(), whole: new Set(), isComplete: true }

function recollected(
  keys: readonly SentKey[],
  { records: held }: Held,
): Pick<Recollection, 'records' | 'whole'> {
  const records = new Map<string, SentResult>()
  const whole = new Set<string>()
  for (const { key } of keys) {
    const record = held.get(key)
    if (record) records.set(key, record)
    else if (record === null) whole.add(key)
  }
  return { records, whole }
}

function remember(held: Held, key: string, record: SentResult | null): void {
  const before = held.records.get(key)
  if (before !== undefined) held.chars -= sizeOf(before)
  held.records.set(key, record)
  held.chars += sizeOf(record)
}

function sendWhole(held: Held, key: string): void {
  held.unwritten.add(key)
  remember(held, key, null)
}

function sizeOf(record: SentResult | null): number {
  return keyChars + (record?.text?.length ?? 0)
}
