import type { Clock } from '../../ports/clock.ts'

/** Which ids are known to be stored, and for long enough. */
export interface StoredIds {
  has(id: string): boolean
  add(id: string): void
  /** The store was emptied: nothing is known any more. */
  clear(): void
}

const maxIds = 100_000

/** An id is stored again once half of its life is over: a conversation may last longer than that. */
export function storedIds(ttlMs: number, now: Clock): StoredIds {
  const renewAt = new Map<string, number>()
  return {
    clear: () => renewAt.clear(),
    has: (id) => (renewAt.get(id) ?? 0) > now(),
    add(id) {
      renewAt.delete(id)
      renewAt.set(id, now() + ttlMs / 2)
      if (renewAt.size <= maxIds) return
      const [oldest] = renewAt.keys()
      if (oldest !== undefined) renewAt.delete(oldest)
    },
  }
}
