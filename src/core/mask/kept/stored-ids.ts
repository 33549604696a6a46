import type { Clock } from '../../../ports/clock.ts'

/** Which ids are known to be stored, and for long enough. */
export interface StoredIds {
  /** Those that are not. */
  missing<Kept extends { readonly id: string }>(ones: readonly Kept[]): readonly Kept[]
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
    missing(ones) {
      const at = now()
      return ones.filter(({ id }) => (renewAt.get(id) ?? 0) <= at)
    },
    add(id) {
      renewAt.delete(id)
      renewAt.set(id, now() + ttlMs / 2)
      if (renewAt.size <= maxIds) return
      const [oldest] = renewAt.keys()
      if (oldest !== undefined) renewAt.delete(oldest)
    },
  }
}
