import type { Codes } from './codes-of.ts'

/** Past a leading time stamp such as `2022-05-18T18:12:06.4179173Z ` or `[12:01:09] `, else `start`. */
export function startOfMessage(codes: Codes, start: number, end: number): number {
  let at = codes[start] === openBracket ? start + 1 : start
  if (!isDigit(codes[at] ?? 0)) return start
  let colons = 0
  for (; at < end; at++) {
    const code = codes[at] ?? 0
    if (!isStampCode(code)) break
    if (code === colon) colons += 1
  }
  if (colons < 2) return start
  if (codes[at] === closeBracket) at += 1
  return codes[at] === space ? at + 1 : at
}

/** Whether the word counts nothing: `0 errors`, `no errors`, `Failures: 0`. */
export function isZeroCount(codes: Codes, wordStart: number, wordEnd: number): boolean {
  return isZeroBefore(codes, wordStart) || isZeroAfter(codes, wordEnd)
}

function isZeroBefore(codes: Codes, wordStart: number): boolean {
  if (codes[wordStart - 1] !== space) return false
  const last = codes[wordStart - 2]
  const before = codes[wordStart - 3] ?? 0
  return (last === zero && !isDigit(before)) || (last === lowerO && (before | 32) === lowerN)
}

function isZeroAfter(codes: Codes, wordEnd: number): boolean {
  if (codes[wordEnd] !== colon && codes[wordEnd] !== equals) return false
  let at = wordEnd + 1
  while (codes[at] === space) at += 1
  return codes[at] === zero && !isDigit(codes[at + 1] ?? 0)
}

/** Whether the word is a piece of a path or a longer name rather than a word of a sentence. */
export function isInPath(codes: Codes, wordStart: number, wordEnd: number): boolean {
  const after = codes[wordEnd] ?? 0
  if (isJoiner(codes[wordStart - 1] ?? 0) || isJoiner(after)) return true
  return after === dot && isLetterOrDigit(codes[wordEnd + 1] ?? 0)
}

/** Frames of Java, JavaScript, Python, Ruby, Go and Elixir traces, and what introduces them. */
const frames = /^(?:at |\.{3} |\(\w+\) lib\/|\/\S+:\d+)/
const bareFrame = /^at \S.*:\d+\)?$/
const openers = /^(?:File "|from \S+:|#\d|Caused by)/

/** Whether a line is a piece of a stack trace; `at` is its first character that is no blank. */
export function isTraceLine(text: string, at: number, end: number, isIndented: boolean): boolean {
  switch (text.charCodeAt(at)) {
    case 0x61: // a
    case 0x2e: // .
    case 0x28: // (
    case 0x2f: // /
      return (isIndented ? frames : bareFrame).test(text.slice(at, Math.min(end, at + 200)))
    case 0x46: // F
    case 0x66: // f
    case 0x23: // #
    case 0x43: // C
      return openers.test(text.slice(at, Math.min(end, at + 200)))
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
