/**
 * A text cut at `\n`, `\r\n` and lone `\r`, as offsets into the text itself.
 * Line `i` (0-based) is `text.slice(starts[i], ends[i])`; its terminator runs to `starts[i + 1]`.
 * A final terminator closes the last line instead of opening an empty one; the empty text has no line.
 */
export interface Lines {
  readonly text: string
  readonly count: number
  /** `count + 1` offsets; the last one is the length of the text. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Allocates nothing per line, so that a log of 200,000 lines is cut in a few milliseconds. */
export function splitLines(text: string): Lines {
  const breaks = text.includes('\r') ? breaksWithReturns(text) : breaksOfNewlines(text)
  const { starts, ends } = breaks
  let { count } = breaks
  const lastStart = starts[count] ?? 0
  if (lastStart < text.length) {
    ends[count] = text.length
    count += 1
    starts[count] = text.length
  }
  return { text, count, starts: starts.subarray(0, count + 1), ends: ends.subarray(0, count) }
}

/** The line without its terminator; `index` is 0-based. */
export function lineAt(lines: Lines, index: number): string {
  return lines.text.slice(lines.starts[index], lines.ends[index])
}

/** The line with its exact terminator, so that joining all of them gives the text back. */
export function rawLineAt(lines: Lines, index: number): string {
  return lines.text.slice(lines.starts[index], lines.starts[index + 1])
}

/** Lines `first` to `last` (0-based, inclusive) with their terminators. */
export function rawLinesBetween(lines: Lines, first: number, last: number): string {
  return lines.text.slice(lines.starts[first], lines.starts[last + 1])
}

/** The terminator used first in the text, for lines we add to it; `\n` where the text has none. */
export function firstTerminator(lines: Lines): string {
  return lines.text.slice(lines.ends[0], lines.starts[1]) || '\n'
}

interface Breaks {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly count: number
}

function breaksOfNewlines(text: string): Breaks {
  let starts = new Uint32Array(estimateLines(text))
  let ends = new Uint32Array(starts.length)
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (count + 2 >= starts.length) {
      starts = grow(starts)
      ends = grow(ends)
    }
    ends[count] = at
    count += 1
    starts[count] = at + 1
  }
  return { starts, ends, count }
}

function breaksWithReturns(text: string): Breaks {
  let starts = new Uint32Array(estimateLines(text))
  let ends = new Uint32Array(starts.length)
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 10 && code !== 13) continue
    if (count + 2 >= starts.length) {
      starts = grow(starts)
      ends = grow(ends)
    }
    ends[count] = at
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1
    count += 1
    starts[count] = at + 1
  }
  return { starts, ends, count }
}

function estimateLines(text: string): number {
  return Math.ceil(text.length / 32) + 16
}

function grow(offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(offsets.length * 2)
  larger.set(offsets)
  return larger
}

/** Whether a UTF-16 code unit is white space, as `\s` has it. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 9 && code <= 13)
  return /\s/.test(String.fromCharCode(code))
}

/** Where the first character from `start` that is no white space stands, or `end`. */
export function firstFilled(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpace(text.charCodeAt(at))) at += 1
  return at
}
