/** Remembers what was computed from a text, as long as the same key still holds the same text. */
export interface ContentMemo<Value> {
  get(key: string, text: string, compute: () => Value): Value
  /** What it holds on to. */
  chars(): number
}

/** Bounded by the characters it holds; what was used longest ago leaves first. */
export function contentMemo<Value>(maxChars: number): ContentMemo<Value> {
  const known = new Map<string, { readonly text: string; readonly value: Value }>()
  let chars = 0

  return {
    chars: () => chars,
    get(key, text, compute) {
      const before = known.get(key)
      if (before) known.delete(key)
      // Comparing two equal texts costs a tenth of hashing one. The older copy stays: it has long
      // outlived the garbage collector's first look, which the new one then never has to.
      if (before && before.text === text) {
        known.set(key, before)
        return before.value
      }
      const value = compute()
      known.set(key, { text, value })
      chars += text.length - (before?.text.length ?? 0)
      for (const [oldest, entry] of known) {
        if (chars <= maxChars) break
        known.delete(oldest)
        chars -= entry.text.length
      }
      return value
    },
  }
}

/** The same function, which computes once for each object it is given, for as long as that is held elsewhere. */
export function memoized<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}

/**
 * The same text in memory of its own. A part cut from a text holds on to all of it, so what is kept
 * for long and was cut from something longer is copied first.
 */
export function ownCopy(part: string): string {
  // Joining makes new text; cutting it again then holds on to no more than that.
  return ` ${part}`.slice(1)
}

/** A text in pieces, in order. */
export type Pieces = readonly string[]

const pieceChars = 4096

/** Cuts a text into pieces of its own, but for those that `before` has in the same place: these are held once. */
export function sharedPieces(text: string, before: Pieces = []): Pieces {
  return Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, at) => {
    const piece = text.slice(at * pieceChars, (at + 1) * pieceChars)
    const known = before[at]
    return known === piece ? known : ownCopy(piece)
  })
}
