import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/** Counts with `o200k_base`, each text once. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const known = new Map<string, number>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const count = countTokens(text, { disallowedSpecial: new Set<string>() })
    known.set(text, count)
    return count
  }
}
