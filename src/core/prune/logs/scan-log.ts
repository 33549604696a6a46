import type { Lines } from '../../text/lines.ts'
import { foldCode, kind, kindOf } from './characters.ts'
import { cue } from './cue-words.ts'
import { isInPath, isZeroCount, startOfMessage } from './line-shape.ts'
import { hashStep, lookUp, type WordTable } from './word-table.ts'

/** What one pass over a log says of each line. */
export interface LogScan {
  /** How many cue words of each strength the line has, up to 3. */
  readonly strong: Uint8Array
  readonly medium: Uint8Array
  /** Bits of `cue` from `quiet` on, and of `shape`. */
  readonly flags: Uint8Array
  /** Bits of the goal terms met. */
  readonly goal: Uint32Array
  /** Equal for lines that differ in numbers and spaces only. */
  readonly template: Int32Array
  /** Where the message starts, past a time stamp. */
  readonly messageStart: Uint32Array
}

/** What the form of a line says, beside the bits of `cue`. */
export const shape = { mark: 32, blank: 64, indented: 128 } as const

const linesPerCheck = 4096

/** Reads every character once; `undefined` when the time ran out first. */
export function scanLog(
  lines: Lines,
  words: WordTable,
  isExpired: () => boolean,
): LogScan | undefined {
  const { text, count } = lines
  const scan = emptyScan(count)
  const reader: Reader = { text, words, line: 0, scan, template: 0 }
  for (let line = 0; line < count; line++) {
    if (line % linesPerCheck === 0 && isExpired()) return undefined
    const end = lines.ends[line] ?? 0
    const start = startOfMessage(text, lines.starts[line] ?? 0, end)
    scan.messageStart[line] = start
    reader.line = line
    scanLine(reader, start, end)
  }
  return scan
}

interface Reader {
  readonly text: string
  readonly words: WordTable
  readonly scan: LogScan
  line: number
  template: number
}

function emptyScan(count: number): LogScan {
  return {
    strong: new Uint8Array(count),
    medium: new Uint8Array(count),
    flags: new Uint8Array(count),
    goal: new Uint32Array(count),
    template: new Int32Array(count),
    messageStart: new Uint32Array(count),
  }
}

function scanLine(reader: Reader, start: number, end: number): void {
  const { scan, line } = reader
  reader.template = 0
  let at = skipBlanks(reader.text, start, end)
  if (at === end) setFlag(scan, line, shape.blank)
  else if (at > start) setFlag(scan, line, shape.indented)
  while (at < end) at = readNext(reader, at, end)
  scan.template[line] = reader.template
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end) {
    const found = kindOf(text.charCodeAt(at))
    if (found === kind.space) at += 1
    else if (found === kind.escape) at = skipEscape(text, at)
    else break
  }
  return Math.min(at, end)
}

function readNext(reader: Reader, at: number, end: number): number {
  const code = reader.text.charCodeAt(at)
  const found = kindOf(code)
  if (found === kind.space) return at + 1
  if (found === kind.paired) return readPaired(reader, at, end)
  return found > kind.mark ? readWord(reader, at, end) : readSymbol(reader, at, code, found)
}

/** Reads an identifier, hump by hump, and returns where it ends. */
function readWord(reader: Reader, start: number, end: number): number {
  const { text, words } = reader
  let at = start
  let part = 0
  let whole = 0
  let parts = 1
  let hasDigit = 0
  let previous: number = kind.other
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    const found = kindOf(code)
    if (found <= kind.mark || found === kind.paired) break
    if (isBoundary(previous, found)) {
      noteGoal(reader, lookUp(words, part))
      part = 0
      parts += 1
    }
    previous = found
    if (found === kind.underscore) continue
    hasDigit |= Number(found === kind.digit)
    const lower = foldCode(code)
    part = hashStep(part, lower)
    whole = hashStep(whole, lower)
  }
  noteWord(reader, lookUp(words, part), start, at, parts)
  if (parts > 1) noteGoal(reader, lookUp(words, whole))
  reader.template = hashStep(reader.template, hasDigit === 1 ? 0x23 : whole)
  return at
}

function isBoundary(previous: number, found: number): boolean {
  if (previous === found || previous === kind.other) return false
  return !(previous === kind.upper && found === kind.lower)
}

function noteWord(reader: Reader, value: number, start: number, end: number, parts: number): void {
  if (value === 0) return
  noteGoal(reader, value)
  const { scan, line, text } = reader
  if ((value & allCues) === 0 || isInPath(text, start, end)) return
  if (parts === 1 && text.charCodeAt(start - 1) === 0x2e) return
  if (parts === 1) setFlag(scan, line, value & (cue.quiet | cue.warn | cue.exit))
  if ((value & cue.strong) !== 0) {
    if (!isZeroCount(text, start, end)) addOne(scan.strong, line)
  } else if (parts === 1 && (value & cue.medium) !== 0) addOne(scan.medium, line)
}

const allCues = cue.strong | cue.medium | cue.quiet | cue.warn | cue.exit

function noteGoal(reader: Reader, value: number): void {
  const bits = value & ~0xff
  if (bits !== 0) reader.scan.goal[reader.line] = (reader.scan.goal[reader.line] ?? 0) | bits
}

/** Chinese, Japanese and Korean: each character, and each with its neighbour. */
function readPaired(reader: Reader, start: number, end: number): number {
  const { text, words } = reader
  let previous = 0
  let at = start
  for (; at < end && kindOf(text.charCodeAt(at)) === kind.paired; at++) {
    const code = text.charCodeAt(at)
    noteGoal(reader, lookUp(words, code))
    if (previous !== 0) noteGoal(reader, lookUp(words, hashStep(previous, code)))
    reader.template = hashStep(reader.template, code)
    previous = code
  }
  return at
}

function readSymbol(reader: Reader, at: number, code: number, found: number): number {
  if (found === kind.escape) return skipEscape(reader.text, at)
  if (found === kind.mark) setFlag(reader.scan, reader.line, shape.mark)
  reader.template = hashStep(reader.template, code)
  return at + 1
}

/** Past a colour or cursor sequence: `ESC [ … letter`. */
function skipEscape(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 0x5b) return at + 1
  let next = at + 2
  while (text.charCodeAt(next) >= 0x20 && text.charCodeAt(next) < 0x40) next += 1
  return next + 1
}

function setFlag(scan: LogScan, line: number, bits: number): void {
  scan.flags[line] = (scan.flags[line] ?? 0) | bits
}

function addOne(counts: Uint8Array, line: number): void {
  const count = counts[line] ?? 0
  if (count < 3) counts[line] = count + 1
}
