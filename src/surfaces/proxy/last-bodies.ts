/** Remembers the last body of each conversation, to tell how much of the next one is the same. */
export interface LastBodies {
  /** Bytes at the beginning that are as in the last request under this key; `undefined` for a first one. */
  stablePrefix(key: string, body: Buffer): number | undefined
}

/** Bounded by the bytes it holds; the conversation unheard of for longest leaves first. */
export function lastBodies(maxBytes: number): LastBodies {
  const bodies = new Map<string, Buffer>()
  /** The last of them, which need not be moved to the end. */
  let latest: string | undefined
  let bytes = 0

  function dropOldest(): void {
    for (const [oldest, old] of bodies) {
      if (bytes <= maxBytes) break
      bodies.delete(oldest)
      bytes -= old.length
    }
  }

  return {
    stablePrefix(key, body) {
      const before = bodies.get(key)
      if (before && key !== latest) bodies.delete(key)
      bodies.set(key, body)
      latest = key
      bytes += body.length - (before?.length ?? 0)
      if (bytes > maxBytes) dropOldest()
      return before && commonPrefix(before, body)
    },
  }
}

/** Halves the range until the first difference is found: comparing runs at memory speed. */
export function commonPrefix(a: Buffer, b: Buffer): number {
  let same = 0
  let end = Math.min(a.length, b.length)
  // Often one is the beginning of the other.
  for (let middle = end; same < end; middle = Math.ceil((same + end) / 2)) {
    if (a.compare(b, same, middle, same, middle) === 0) same = middle
    else end = middle - 1
  }
  return same
}
