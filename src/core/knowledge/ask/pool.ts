import type { KeyedChunk } from '../../../ports/store/document-rows.ts'

/** What one search brings, and how many chunks it may add for each one of a list with share 1. */
export interface PoolList {
  readonly chunks: readonly KeyedChunk[]
  readonly share: number
}

/** Chunks gathered over several searches, each once, in the order they earned their place. */
export interface Pool {
  readonly chunks: readonly KeyedChunk[]
  readonly isFull: boolean
  /** Takes turns over the lists, best of each first; answers how many were new. */
  add(lists: readonly PoolList[]): number
}

/** The part of the free places that one round may take, so that the next still finds some. */
const roundShare = 2 / 3

export function createPool(limit: number): Pool {
  const chunks: KeyedChunk[] = []
  const seen = new Set<number>()
  return {
    chunks,
    get isFull() {
      return chunks.length >= limit
    },
    add(lists) {
      const free = limit - chunks.length
      const fresh = takeTurns(lists, seen, Math.ceil(free * roundShare))
      chunks.push(...fresh)
      return fresh.length
    },
  }
}

/** The next place goes to the list that has had least of its share; a chunk seen before costs nothing. */
function takeTurns(
  lists: readonly PoolList[],
  seen: Set<number>,
  limit: number,
): readonly KeyedChunk[] {
  const taken: KeyedChunk[] = []
  const queues = lists.map(({ chunks, share }) => ({ left: [...chunks], share, count: 0 }))
  while (taken.length < limit) {
    for (const { left } of queues) while (left[0] && seen.has(left[0].key)) left.shift()
    const next = queues
      .filter(({ left }) => left.length > 0)
      .sort((a, b) => (a.count + 1) / a.share - (b.count + 1) / b.share)[0]
    const chunk = next?.left.shift()
    if (next === undefined || chunk === undefined) break
    next.count += 1
    seen.add(chunk.key)
    taken.push(chunk)
  }
  return taken
}
