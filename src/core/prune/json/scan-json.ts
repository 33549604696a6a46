/** The values of a JSON text by place, parents before children; no value is ever made. */
export interface JsonTree {
  readonly text: string
  readonly count: number
  /** Where the value starts, and where it ends (exclusive). */
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** Where its key starts, or where the value does when it has none. */
  readonly begin: Uint32Array
  /** The value around it, -1 for the outermost. */
  readonly parent: Int32Array
}

/** Reads the one value from `from` to `to`; `undefined` where that is not JSON. Linear, no recursion. */
export function scanJson(text: string, from = 0, to = text.length): JsonTree | undefined {
  const reading = startReading(text, to, from)
  if (!readValue(reading, skipBlanks(text, from))) return undefined
  while (reading.open >= 0) if (!readNext(reading)) return undefined
  return skipBlanks(text, reading.at) >= to ? treeOf(reading) : undefined
}

/** Whether a value holds others. */
export function isContainer({ text, start }: JsonTree, node: number): boolean {
  const code = text.charCodeAt(start[node] ?? 0)
  return code === openBrace || code === openBracket
}

interface Reading {
  readonly text: string
  readonly to: number
  at: number
  /** The innermost value that is still open, -1 when none is. */
  open: number
  /** Whether the open value has no child yet. */
  isFresh: boolean
  count: number
  start: Uint32Array
  end: Uint32Array
  begin: Uint32Array
  parent: Int32Array
}

const firstRoom = 1024

function startReading(text: string, to: number, at: number): Reading {
  return {
    text,
    to,
    at,
    open: -1,
    isFresh: false,
    count: 0,
    start: new Uint32Array(firstRoom),
    end: new Uint32Array(firstRoom),
    begin: new Uint32Array(firstRoom),
    parent: new Int32Array(firstRoom),
  }
}

function treeOf({ text, count, start, end, begin, parent }: Reading): JsonTree {
  return {
    text,
    count,
    start: start.subarray(0, count),
    end: end.subarray(0, count),
    begin: begin.subarray(0, count),
    parent: parent.subarray(0, count),
  }
}

/** Inside an open value: its end, or a separator and the next child. */
function readNext(reading: Reading): boolean {
  const { text } = reading
  let at = skipBlanks(text, reading.at)
  const isObject = text.charCodeAt(reading.start[reading.open] ?? 0) === openBrace
  const code = text.charCodeAt(at)
  if (code === (isObject ? closeBrace : closeBracket)) return close(reading, at + 1)
  if (!reading.isFresh) {
    if (code !== comma) return false
    at = skipBlanks(text, at + 1)
  }
  return isObject ? readMember(reading, at) : readValue(reading, at)
}

function close(reading: Reading, at: number): boolean {
  reading.end[reading.open] = at
  reading.open = reading.parent[reading.open] ?? -1
  reading.isFresh = false
  reading.at = at
  return at <= reading.to
}

function readMember(reading: Reading, key: number): boolean {
  const { text } = reading
  if (text.charCodeAt(key) !== quote) return false
  const after = skipBlanks(text, endOfString(text, key))
  if (text.charCodeAt(after) !== colon) return false
  return readValue(reading, skipBlanks(text, after + 1), key)
}

function readValue(reading: Reading, at: number, begin = at): boolean {
  const { text, to } = reading
  if (at >= to) return false
  const node = add(reading, begin, at)
  const code = text.charCodeAt(at)
  if (code === openBrace || code === openBracket) {
    reading.open = node
    reading.isFresh = true
    reading.at = at + 1
    return true
  }
  const end = code === quote ? endOfString(text, at) : endOfPlain(text, at)
  reading.end[node] = end
  reading.isFresh = false
  reading.at = end
  return end > at && end <= to
}

function add(reading: Reading, begin: number, start: number): number {
  const node = reading.count
  if (node === reading.start.length) grow(reading)
  reading.begin[node] = begin
  reading.start[node] = start
  reading.parent[node] = reading.open
  reading.count = node + 1
  return node
}

function grow(reading: Reading): void {
  const room = reading.start.length * 2
  const larger = (values: Uint32Array) => {
    const copy = new Uint32Array(room)
    copy.set(values)
    return copy
  }
  reading.start = larger(reading.start)
  reading.end = larger(reading.end)
  reading.begin = larger(reading.begin)
  const parent = new Int32Array(room)
  parent.set(reading.parent)
  reading.parent = parent
}

/** After the quote that closes the string, or past the text when none does. */
function endOfString(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at < 0 ? text.length + 1 : at + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before -= 1
  return (at - before) % 2 === 0
}

/** After a number, `true`, `false` or `null`; where it started when it is none of them. */
function endOfPlain(text: string, start: number): number {
  plain.lastIndex = start
  return plain.test(text) ? plain.lastIndex : start
}

const plain = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

function skipBlanks(text: string, start: number): number {
  let at = start
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
    at += 1
    code = text.charCodeAt(at)
  }
  return at
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
