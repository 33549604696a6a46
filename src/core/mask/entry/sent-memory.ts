import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SentResult, SentResults } from '../../../ports/store/sent-results.ts'

/** The records of what was sent, with the latest ones at hand. */
export interface SentMemory {
  /** The records under these keys. What is settled and has none was sent whole and is not asked for again. */
  find(keys: readonly SentKey[]): Promise<Recollection>
  /** Writes them down; gives those that stand, or `undefined` when the store is away. */
  keep(records: readonly SentResult[]): Promise<readonly SentResult[] | undefined>
  /** The store was emptied. */
  clear(): void
}

export interface Recollection {
  readonly records: ReadonlyMap<string, SentResult>
  /** False while the store is away and some of the keys are not at hand. */
  readonly isComplete: boolean
}

export interface SentKey {
  readonly key: string
  /** The model has answered it: nobody will write a record any more. */
  readonly isSettled: boolean
}

/** Of the texts that were sent, and about as much again for their keys. */
const rememberedChars = 8_000_000
const keyChars = 150

/** Clients resend their history with every request: the store is asked once for each result. */
export function sentMemory(
  store: Pick<SentResults, 'find' | 'keep'>,
  now: Clock,
  onAway: (error: EngineError) => void,
  maxChars = rememberedChars,
): SentMemory {
  /** `null`: there is no record and there will be none. */
  const known = new Map<string, SentResult | null>()
  let chars = 0

  function remember(key: string, record: SentResult | null): void {
    forget(key)
    known.set(key, record)
    chars += sizeOf(record)
    for (const oldest of known.keys()) {
      if (chars <= maxChars) return
      forget(oldest)
    }
  }

  function forget(key: string): void {
    const record = known.get(key)
    if (record === undefined) return
    known.delete(key)
    chars -= sizeOf(record)
  }

  /** What was used longest ago leaves first. */
  function use(key: string): SentResult | null | undefined {
    const record = known.get(key)
    if (record) {
      known.delete(key)
      known.set(key, record)
    }
    return record
  }

  function rememberAll(asked: readonly SentKey[], found: ReadonlyMap<string, SentResult>): void {
    for (const { key, isSettled } of asked) {
      const record = found.get(key)
      if (record || isSettled) remember(key, record ?? null)
    }
  }

  /** `undefined` when the store is away. */
  async function ask(keys: readonly string[]): Promise<readonly SentResult[] | undefined> {
    try {
      return keys.length === 0 ? [] : await store.find(keys, now())
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      onAway(error)
      return undefined
    }
  }

  return {
    async find(keys) {
      const missing = keys.filter(({ key }) => !known.has(key))
      // Read before anything is remembered: what is new may push out what is old.
      const records = new Map<string, SentResult>()
      for (const { key } of keys) {
        const record = use(key)
        if (record) records.set(key, record)
      }
      const found = await ask(missing.map(({ key }) => key))
      for (const record of found ?? []) records.set(record.key, record)
      if (found) rememberAll(missing, records)
      return { records, isComplete: found !== undefined }
    },
    async keep(records) {
      try {
        const stands = await store.keep(records, now())
        for (const record of stands) remember(record.key, record)
        return stands
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        onAway(error)
        return undefined
      }
    },
    clear() {
      known.clear()
      chars = 0
    },
  }
}

function sizeOf(record: SentResult | null): number {
  return keyChars + (record?.text?.length ?? 0)
}
