/** What an ASCII character is to a shape. */
const kind = { space: 1, joint: 2, end: 4, value: 8, letter: 16, digit: 32, quote: 64 }
const kinds = new Uint8Array(128)
assign(' \t\n\v\f\r', kind.space | kind.joint | kind.end)
assign('=,()[]', kind.joint | kind.end)
assign(':', kind.joint)
assign('/\\', kind.value)
assign('0123456789', kind.value | kind.digit)
assign('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', kind.letter)
assign('"\'`', kind.quote)
const hash = 0x23
const blank = 0x20
const word = 0x61

function assign(characters: string, is: number): void {
  for (let at = 0; at < characters.length; at++) kinds[characters.charCodeAt(at)] = is
}

/** Quoted parts, and whatever holds a digit or a slash: values, places and ids. */
const values = /"[^"]*"|'[^']*'|`[^`]*`|[^\s=:,()[\]]*[\d/\\][^\s=,()[\]]*/g
/** A sign that is drawn with, however often. */
const drawings = /([^\p{L}\p{N}\s])\1{2,}/gu

/**
 * Writes a part of a text with its values masked, signs in a row and blanks as one of them, and says
 * how long that is. `out` holds as many codes as the part.
 */
export function maskValues(text: string, start: number, end: number, out: Uint16Array): number {
  const length = maskAscii(text, start, end, out)
  if (length >= 0) return length
  const part = text.slice(start, end).replace(values, '#').replace(drawings, '$1')
  return write(part.replace(/\s+/g, ' ').trim(), out)
}

/** Masks the words of what `maskValues` wrote too, in `out`. */
export function maskWords(said: Uint16Array, saidLength: number, out: Uint16Array): number {
  let length = 0
  for (let at = 0; at < saidLength; ) {
    const code = said[at++] ?? 0
    if (code > 127) return write(wordsMasked(said, saidLength), out)
    if (((kinds[code] ?? 0) & kind.letter) === 0) {
      out[length++] = code
      continue
    }
    while (at < saidLength && isInWord(said[at] ?? 0)) at += 1
    // Words in a row are one.
    if (length > 1 && out[length - 1] === blank && out[length - 2] === word) length -= 1
    else out[length++] = word
  }
  return length
}

function isInWord(code: number): boolean {
  return code === 0x5f || code === 0x2d || ((kinds[code] ?? 0) & kind.letter) !== 0
}

function wordsMasked(said: Uint16Array, length: number): string {
  const text = String.fromCharCode(...said.subarray(0, length))
  return text.replace(/\p{L}[\p{L}\p{M}_-]*/gu, 'a').replace(/a(?: a)+/g, 'a')
}

function write(text: string, out: Uint16Array): number {
  for (let at = 0; at < text.length; at++) out[at] = text.charCodeAt(at)
  return text.length
}

/**
 * Writes what is said from `start` to `end` with its values masked, and says how long that is.
 * ASCII is read by code; -1 where that is not enough.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: in two passes it takes a sixth more time
function maskAscii(text: string, start: number, end: number, out: Uint16Array): number {
  let length = 0
  /** How often the sign that was written last came in a row. */
  let times = 0
  let drawn = -1
  /** No value begins before here. */
  let plain = start
  for (let at = start; at < end; ) {
    let code = text.charCodeAt(at)
    if (code > 127) return -1
    let is = kinds[code] ?? 0
    let next = at + 1
    const closed = (is & kind.quote) === 0 ? 0 : afterQuote(text, at, end, code)
    if (closed > 0) next = closed
    else if (at >= plain && (is & kind.joint) === 0) {
      const after = afterValue(text, at, end)
      if (after === 0) return -1
      if (after > 0) next = after
      else plain = -after
    }
    if (next > at + 1 || (is & kind.value) !== 0) {
      code = hash
      is = 0
    }
    at = next
    if ((is & kind.space) !== 0) {
      drawn = -1
      if (length > 0 && out[length - 1] !== blank) out[length++] = blank
    } else if ((is & (kind.letter | kind.digit)) !== 0) {
      drawn = -1
      out[length++] = code
    } else if (code !== drawn) {
      drawn = code
      times = 1
      out[length++] = code
    } else {
      times += 1
      if (times === 2) out[length++] = code
      if (times === 3) length -= 1
    }
  }
  return length > 0 && out[length - 1] === blank ? length - 1 : length
}

/** Where a quoted part ends, or 0 where it does not. */
function afterQuote(text: string, start: number, end: number, quote: number): number {
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) === quote) return at + 1
  return 0
}

/** Where the value that begins here ends; negated, how far there is none; 0 where ASCII ends. */
function afterValue(text: string, start: number, end: number): number {
  let isValue = false
  let at = start
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return 0
    const is = kinds[code] ?? 0
    if ((is & kind.value) !== 0) isValue = true
    else if ((is & (isValue ? kind.end : kind.joint)) !== 0) break
  }
  return isValue ? at : -at
}
