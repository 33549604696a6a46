/** Watches a response go by: its beginning and its end, never the whole. */
export interface ResponseTap {
  see(chunk: Buffer): void
  bytes(): number
  /** What was kept, in order; a gap may lie between the beginning and the end. */
  kept(): Buffer
  /** Whether `kept` is all there was. */
  isWhole(): boolean
}

/** Up to here from the beginning, and up to there from the end. */
export const keptBytes = { head: 16 * 1024, tail: 128 * 1024 }

/**
 * The first chunk, which is most often the only one, is kept as it is. All later ones are copied: a
 * chunk may be a single byte, and a reference to each would cost more than what it holds.
 */
export function responseTap(): ResponseTap {
  let first: Buffer | undefined
  let total = 0
  let head: Buffer | undefined
  let inHead = 0
  let tail: Tail | undefined

  function keep(chunk: Buffer): void {
    head ??= Buffer.allocUnsafe(keptBytes.head)
    const copied = chunk.copy(head, inHead)
    inHead += copied
    if (copied === chunk.length) return
    tail ??= createTail(keptBytes.tail)
    tail.push(chunk.subarray(copied))
  }

  function kept(): Buffer {
    if (!first) return nothing
    if (!head) return first
    return Buffer.concat([first, head.subarray(0, inHead), ...(tail?.pieces() ?? [])])
  }

  return {
    see(chunk) {
      total += chunk.length
      if (first) keep(chunk)
      else first = chunk
    },
    bytes: () => total,
    kept,
    isWhole: () => tail === undefined || tail.isWhole(),
  }
}

const nothing = Buffer.alloc(0)

interface Tail {
  push(chunk: Buffer): void
  /** In order. */
  pieces(): readonly Buffer[]
  isWhole(): boolean
}

/** The last bytes of all that is pushed, in a ring that grows to `maxBytes` and no further. */
function createTail(maxBytes: number): Tail {
  let ring = Buffer.allocUnsafe(Math.min(keptBytes.head, maxBytes))
  let total = 0

  /** Only while everything is still there: what was pushed lies at the beginning then. */
  function grow(wanted: number): void {
    let size = ring.length
    while (size < wanted && size < maxBytes) size *= 2
    const larger = Buffer.allocUnsafe(Math.min(size, maxBytes))
    ring.copy(larger, 0, 0, total)
    ring = larger
  }

  return {
    push(chunk) {
      const after = total + chunk.length
      if (after > ring.length && ring.length < maxBytes) grow(after)
      const last = chunk.length > ring.length ? chunk.subarray(-ring.length) : chunk
      const at = (after - last.length) % ring.length
      const copied = last.copy(ring, at)
      if (copied < last.length) last.copy(ring, 0, copied)
      total = after
    },
    pieces() {
      if (total <= ring.length) return [ring.subarray(0, total)]
      const at = total % ring.length
      return [ring.subarray(at), ring.subarray(0, at)]
    },
    isWhole: () => total <= ring.length,
  }
}
