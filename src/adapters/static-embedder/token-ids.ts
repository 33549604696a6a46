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

/**
 * A text in pieces of at most `size` characters, cut after white space where there is some near the
 * end, and never inside a surrogate pair, so a word is rarely split and memory stays flat.
 */
export function* slices(text: string, size: number): Generator<string> {
  let from = 0
  while (text.length - from > size) {
    const to = from + cut(text.slice(from, from + size))
    yield text.slice(from, to)
    from = to
  }
  yield text.slice(from)
}

/** Longest word a slice is shortened for. */
const longestWord = 256

function cut(piece: string): number {
  const end = piece.length
  for (let at = end; at > Math.max(1, end - longestWord); at--)
    if (/\s/.test(piece.charAt(at - 1))) return at
  const isSplitPair = /[\uD800-\uDBFF]$/.test(piece)
  return isSplitPair && end > 1 ? end - 1 : end
}
