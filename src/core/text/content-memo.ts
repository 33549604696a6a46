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
