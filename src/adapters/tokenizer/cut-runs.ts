/** Byte-pair merging is quadratic in the length of a run without a break; this bounds it. */
const longestRun = 256
/** Pieces stay near this length, so that a long text can be counted in turns. */
const pieceChars = 32 * 1024

/**
 * Pieces that join to `text`: cut every 256 characters inside longer runs of non-spaces or of spaces,
 * and at a line end about every 32,000 characters. Never between the halves of a surrogate pair.
 */
export function* cutRuns(text: string): Generator<string> {
  let start = 0
  let runStart = 0
  let isSpaceRun = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isSpace = code <= 32 || code === 0xa0 || code === 0x3000
    if (isSpace !== isSpaceRun) {
      isSpaceRun = isSpace
      runStart = at
    }
    const isFull = at - start >= pieceChars && code === 10
    const isRunFull = at - runStart >= longestRun && !isLowSurrogate(code)
    if (!isFull && !isRunFull) continue
    yield text.slice(start, at)
    start = at
    runStart = at
  }
  if (start < text.length) yield text.slice(start)
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
