import type { TokenIds } from './word-piece.ts'

/** Runs between ASCII blanks and punctuation, which always end a word and weigh nothing themselves. */
const runs = /[^\t\n\r -/:-@[-`{-~]+/g

const longestKept = 32
const mostKept = 50_000

/**
 * The same ids as `tokenize` gives, without those of ASCII punctuation, several times faster: words
 * come back again and again, so their ids are kept.
 */
export function rememberWords(tokenize: TokenIds): TokenIds {
  const known = new Map<string, readonly number[]>()
  const idsOf = (run: string) => {
    if (run.length > longestKept) return tokenize(run)
    let ids = known.get(run)
    if (ids === undefined) {
      if (known.size >= mostKept) known.clear()
      // A copy has room for its ids alone: the list they were gathered in has some to spare, for good.
      ids = tokenize(run).slice()
      // A copy: a run cut from a text would keep that text.
      known.set(` ${run}`.slice(1), ids)
    }
    return ids
  }
  return (text) => {
    const found: number[] = []
    for (const [run] of text.matchAll(runs)) for (const id of idsOf(run)) found.push(id)
    return found
  }
}
