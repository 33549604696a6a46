/** Numbers of so many digits are added up exactly. */
const mostDigits = 15

/**
 * Reads the numbers of a part of a text that stand by themselves, perhaps with a unit of up to three
 * letters: those inside names are ids. Writes the first `most` to `out` from `at` on, and counts them.
 */
export function readNumbers(
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  { out, at, most }: { readonly out: Float64Array; readonly at: number; readonly most: number },
): number {
  let count = 0
  /** Whether a number may begin after the last character. */
  let mayBegin = true
  for (let from = start; from < end && count < most; ) {
    const code = text.charCodeAt(from)
    if (!isDigit(code) || !mayBegin) {
      mayBegin = !isName(code) && code !== 0x2e
      from += 1
      continue
    }
    const to = endOfNumber(text, from, end)
    if (to > 0) {
      out[at + count] = numberOf(text, from, to)
      count += 1
    }
    mayBegin = false
    from = to > 0 ? to : afterDigits(text, from, end)
  }
  return count
}

/** Groups of digits joined by dots and commas; the last goes with a name that follows it. */
function endOfNumber(text: string, start: number, end: number): number {
  let before = 0
  let to = afterDigits(text, start, end)
  while (to + 1 < end && isJoint(text.charCodeAt(to)) && isDigit(text.charCodeAt(to + 1))) {
    before = to
    to = afterDigits(text, to + 1, end)
  }
  return isFollowedByUnit(text, to, end) ? to : before
}

function isFollowedByUnit(text: string, start: number, end: number): boolean {
  for (let at = start; at <= start + 3; at++) {
    if (at >= end) return true
    const code = text.charCodeAt(at)
    if (!isName(code)) return true
    if (!isLetter(code)) return false
  }
  return false
}

function afterDigits(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isDigit(text.charCodeAt(at))) at += 1
  return at
}

/** Commas group digits, a dot begins the decimals; two dots are no number. */
function numberOf(text: string, start: number, end: number): number {
  let value = 0
  let isPlain = end - start <= mostDigits
  for (let at = start; at < end && isPlain; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) value = value * 10 + code - 0x30
    else isPlain = code === 0x2c
  }
  return isPlain ? value : Number(text.slice(start, end).replaceAll(',', ''))
}

function isJoint(code: number): boolean {
  return code === 0x2e || code === 0x2c
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** What names are made of: letters, digits, `_` and `-`. */
function isName(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f || code === 0x2d
}
