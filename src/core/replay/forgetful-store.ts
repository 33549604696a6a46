import type { Ledger } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { SentResult, SentResults } from '../../ports/store/sent-results.ts'

/** Stores for a request that is never sent: nothing of it stays once the replay is over. */
export function forgetfulStore(): {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly sentResults: SentResults
} {
  const sent = new Map<string, SentResult>()
  return {
    originals: {
      keep: async () => undefined,
      find: async () => undefined,
      sweep: async () => ({ removed: 0, isUnfinished: false }),
      usage: async () => ({ ids: 0, texts: 0, bytes: 0 }),
    },
    ledger: {
      append: async () => undefined,
      list: async () => [],
      sum: async () => [],
      sweep: async () => 0,
    },
    sentResults: {
      async keep(records) {
        for (const record of records) if (!sent.has(record.key)) sent.set(record.key, record)
        return records.map((record) => sent.get(record.key) ?? record)
      },
      async replace(records) {
        for (const record of records) sent.set(record.key, record)
      },
      find: async (keys) => keys.flatMap((key) => sent.get(key) ?? []),
      sweep: async () => 0,
    },
  }
}
