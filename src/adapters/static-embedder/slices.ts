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
