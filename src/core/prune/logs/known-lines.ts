/** Remembers on which line a hash was met last; a power of two of slots, later lines push out earlier. */
export interface KnownLines {
  readonly hashes: Int32Array
  /** The line from 1, or 0. */
  readonly lines: Uint32Array
}

const slots = 1 << 16

export function knownLines(): KnownLines {
  return { hashes: new Int32Array(slots), lines: new Uint32Array(slots) }
}

/** The line (0-based) that `hash` was remembered on, or -1. */
export function findKnown(known: KnownLines, hash: number): number {
  const slot = slotOf(hash)
  return known.hashes[slot] === hash ? (known.lines[slot] ?? 0) - 1 : -1
}

export function remember(known: KnownLines, hash: number, line: number): void {
  const slot = slotOf(hash)
  known.hashes[slot] = hash
  known.lines[slot] = line + 1
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (slots - 1)
}
