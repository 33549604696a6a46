import type { KeyedChunk } from '../../../ports/store/documents.ts'

/** Chunks gathered over several searches, each once, in the order they earned their place. */
export interface Pool {
  readonly chunks: readonly KeyedChunk[]
  readonly isFull: boolean
  /** Takes turns over the lists, best of each first; answers how many were new. */
  add(lists: readonly (readonly KeyedChunk[])[]): number
}

export function createPool(limit: number): Pool {
  const chunks: KeyedChunk[] = []
  const seen = new Set<number>()
  return {
    chunks,
    get isFull() {
      return chunks.length >= limit
    },
    add(lists) {
      const before = chunks.length
      const longest = Math.max(0, ...lists.map((list) => list.length))
      for (const chunk of Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
        lists.flatMap((list) => list[at] ?? []),
      )) {
        if (chunks.length >= limit || seen.has(chunk.key)) continue
        seen.add(chunk.key)
        chunks.push(chunk)
      }
      return chunks.length - before
    },
  }
}
