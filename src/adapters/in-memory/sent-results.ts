import type { SentResult, SentResults } from '../../ports/store/sent-results.ts'

/** Keeps what was sent for the life of the process. */
export function inMemorySentResults(): SentResults {
  const kept = new Map<string, { readonly record: SentResult; usedAt: number }>()

  function use(key: string, now: number): SentResult | undefined {
    const known = kept.get(key)
    if (known) known.usedAt = Math.max(known.usedAt, now)
    return known?.record
  }

  return {
    async keep(records, now) {
      return records.map((record) => {
        const known = use(record.key, now)
        if (!known) kept.set(record.key, { record, usedAt: now })
        return known ?? record
      })
    },
    async replace(records, now) {
      for (const record of records) kept.set(record.key, { record, usedAt: now })
    },
    async find(keys, now) {
      return keys.map((key) => use(key, now)).filter((record) => record !== undefined)
    },
    async sweep(before, limit) {
      const unused = [...kept].filter(([, { usedAt }]) => usedAt < before).slice(0, limit)
      for (const [key] of unused) kept.delete(key)
      return unused.length
    },
  }
}
