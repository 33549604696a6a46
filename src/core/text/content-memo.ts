/** Remembers what was computed from a text, as long as the same key still holds the same text. */
export interface ContentMemo<Value> {
  get(key: string, text: string, compute: () => Value): Value
}

/** Bounded by the characters it holds; what was used longest ago leaves first. */
export function contentMemo<Value>(maxChars: number): ContentMemo<Value> {
  const known = new Map<string, { readonly text: string; readonly value: Value }>()
  let chars = 0

  function drop(key: string, text: string): void {
    known.delete(key)
    chars -= text.length
  }

  return {
    get(key, text, compute) {
      const before = known.get(key)
      if (before) drop(key, before.text)
      // Comparing two equal texts costs a tenth of hashing one.
      const value = before && before.text === text ? before.value : compute()
      known.set(key, { text, value })
      chars += text.length
      for (const [oldest, entry] of known) {
        if (chars <= maxChars) break
        drop(oldest, entry.text)
      }
      return value
    },
  }
}
