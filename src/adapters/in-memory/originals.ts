import type { Original, Originals } from '../../ports/store/originals.ts'

/** Keeps originals for the life of the process. */
export function inMemoryOriginals(): Originals {
  const kept = new Map<string, Original>()
  const bytesOf = (text: string): number => Buffer.byteLength(text)

  function usage(): { ids: number; texts: number; bytes: number } {
    const texts = new Set([...kept.values()].map((original) => original.text))
    const bytes = [...texts].reduce((sum, text) => sum + bytesOf(text), 0)
    return { ids: kept.size, texts: texts.size, bytes }
  }

  function nextToSweep(now: number, maxBytes: number): Original | undefined {
    const oldestFirst = [...kept.values()].sort((a, b) => a.expiresAt - b.expiresAt)
    const oldest = oldestFirst[0]
    if (oldest && (oldest.expiresAt <= now || usage().bytes > maxBytes)) return oldest
    return undefined
  }

  return {
    async keep(originals) {
      for (const original of originals) {
        const known = kept.get(original.id)
        const expiresAt = Math.max(original.expiresAt, known?.expiresAt ?? 0)
        kept.set(original.id, { ...(known ?? original), expiresAt })
      }
    },
    async find(id, now) {
      const original = kept.get(id)
      return original && original.expiresAt > now ? original : undefined
    },
    async sweep({ now, maxBytes, limit }) {
      let removed = 0
      for (let next = nextToSweep(now, maxBytes); next; next = nextToSweep(now, maxBytes)) {
        if (removed === limit) return { removed, isUnfinished: true }
        kept.delete(next.id)
        removed++
      }
      return { removed, isUnfinished: false }
    },
    async usage() {
      return usage()
    },
  }
}
