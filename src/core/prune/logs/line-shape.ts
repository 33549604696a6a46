/** Past a leading time stamp such as `2022-05-18T18:12:06.4179173Z ` or `[12:01:09] `, else `start`. */
export function startOfMessage(text: string, start: number, end: number): number {
  let colons = 0
  let at = start
  if (text.charCodeAt(at) === openBracket) at += 1
  if (!isDigit(text.charCodeAt(at))) return start
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === colon) colons += 1
    if (!isStampCode(code)) break
  }
  if (colons < 2) return start
  while (at < end && (text.charCodeAt(at) === closeBracket || at === start)) at += 1
  return text.charCodeAt(at) === space ? at + 1 : at
}

/** Whether the word counts nothing: `0 errors`, `no errors`, `Failures: 0`. */
export function isZeroCount(text: string, wordStart: number, wordEnd: number): boolean {
  const before = text.charCodeAt(wordStart - 1)
  if (before === space) {
    const last = text.charCodeAt(wordStart - 2)
    if (last === zero && !isDigit(text.charCodeAt(wordStart - 3))) return true
    if (last === lowerO && (text.charCodeAt(wordStart - 3) | 32) === lowerN) return true
  }
  let at = wordEnd
  if (text.charCodeAt(at) !== colon && text.charCodeAt(at) !== equals) return false
  at += 1
  while (text.charCodeAt(at) === space) at += 1
  return text.charCodeAt(at) === zero && !isDigit(text.charCodeAt(at + 1))
}

/** Whether the word is a piece of a path or a longer name rather than a word of a sentence. */
export function isInPath(text: string, wordStart: number, wordEnd: number): boolean {
  if (isJoiner(text.charCodeAt(wordStart - 1))) return true
  const after = text.charCodeAt(wordEnd)
  if (isJoiner(after)) return true
  return after === dot && isLetterOrDigit(text.charCodeAt(wordEnd + 1))
}

/** Frames of Java, JavaScript, Python, Ruby, Go and Elixir traces, and what introduces them. */
export function isTraceLine(text: string, start: number, end: number): boolean {
  let at = start
  while (at < end && isBlankCode(text.charCodeAt(at))) at += 1
  const isIndented = at > start
  switch (text.charCodeAt(at)) {
    case 0x61:
      return isIndented && text.startsWith('at ', at)
    case 0x46:
      return text.startsWith('File "', at)
    case 0x66:
      return text.startsWith('from ', at) && text.slice(at, end).includes(':')
    case 0x2e:
      return isIndented && text.startsWith('... ', at)
    case 0x23:
      return isDigit(text.charCodeAt(at + 1))
    case 0x43:
      return text.startsWith('Caused by', at)
    case 0x28:
      return isIndented && text.slice(at, end).includes(') lib/')
    default:
      return false
  }
}

const space = 0x20
const dot = 0x2e
const zero = 0x30
const colon = 0x3a
const equals = 0x3d
const openBracket = 0x5b
const closeBracket = 0x5d
const lowerN = 0x6e
const lowerO = 0x6f

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isBlankCode(code: number): boolean {
  return code === space || code === 0x09
}

function isLetterOrDigit(code: number): boolean {
  const lower = code | 32
  return isDigit(code) || (lower >= 0x61 && lower <= 0x7a)
}

/** `/`, `_` and `-`. */
function isJoiner(code: number): boolean {
  return code === 0x2f || code === 0x5f || code === 0x2d
}

/** Digits and `-:.,TZ+/`. */
function isStampCode(code: number): boolean {
  return (code >= 0x2b && code <= colon) || code === 0x54 || code === 0x5a
}
