import { type TermOptions, termsOf } from './terms.ts'

/** `termsOf` for many texts: each distinct word is taken apart once. */
export type TermReader = (text: string) => string[]

/** Words beyond this many are taken apart again, so that random data cannot fill the memory. */
const rememberedWords = 500_000

/** Gives exactly what `termsOf` gives, since no term spans a space. */
export function createTermReader(options: TermOptions): TermReader {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const terms: string[] = []
    for (const word of text.split(/\s+/)) {
      const parts = known.get(word) ?? termsOf(word, options)
      if (known.size < rememberedWords) known.set(word, parts)
      for (const part of parts) terms.push(part)
    }
    return terms
  }
}
