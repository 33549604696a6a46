import type { Lines } from '../../text/lines.ts'
import { kind, kindOf } from './characters.ts'
import { type Codes, codeReader } from './codes-of.ts'
import { cue } from './cue-words.ts'
import { isPassed } from './is-passed.ts'
import { findKnown, type KnownLines, knownLines, remember } from './known-lines.ts'
import { isTraceLine, startOfMessage } from './line-shape.ts'
import { linesWithNumbers } from './lines-with-numbers.ts'
import { type LineReader, type LineWords, lineReader, readLine, skipEscape } from './read-line.ts'
import { exactTemplate, quickTemplates, wordTemplate } from './template-of.ts'
import type { WordTable } from './word-table.ts'

/** What one pass over a log says of each line. */
export interface LogScan {
  /** How many cue words of each strength the line has, up to 3. */
  readonly strong: Uint8Array
  readonly medium: Uint8Array
  /** Bits of `cue` from `quiet` on, and of `shape`. */
  readonly flags: Uint16Array
  /** Bits of the goal terms met. */
  readonly goal: Uint32Array
  /** Equal for lines that differ in numbers and spaces only. */
  readonly template: Int32Array
  /** Where the message starts, past a time stamp. */
  readonly messageStart: Uint32Array
}

/** What the form of a line says, beside the bits of `cue`. */
export const shape = {
  mark: 32,
  blank: 64,
  indented: 128,
  trace: 256,
  passed: 512,
  opener: 1024,
} as const

/** Characters read at a time: they stay in the processor's cache. */
const pieceLength = 32_768

/** What to look for in a log. */
interface Sought {
  readonly words: WordTable
  /** Numbers that the goal names: lines with one of them are told apart by their digits too. */
  readonly numbers: readonly string[]
}

/** `undefined` when the time ran out first. */
export function scanLog(
  lines: Lines,
  { words, numbers }: Sought,
  isExpired: () => boolean,
): LogScan | undefined {
  const codesOf = codeReader(pieceLength)
  const scan = emptyScan(lines.count)
  const known = { quick: knownLines(), words: knownLines() }
  const numbered = linesWithNumbers(lines, numbers)
  for (let first = 0; first < lines.count; ) {
    if (isExpired()) return undefined
    const last = lastOfPiece(lines, first)
    const text = lines.text.slice(lines.starts[first], lines.ends[last])
    scanPiece({ lines, words, numbered, scan, known, first, last, text, codes: codesOf(text) })
    first = last + 1
  }
  return scan
}

/** At least one line, and as many as a piece holds. */
function lastOfPiece(lines: Lines, first: number): number {
  const limit = (lines.starts[first] ?? 0) + pieceLength
  let last = first
  while ((lines.ends[last + 1] ?? Number.POSITIVE_INFINITY) <= limit) last += 1
  return last
}

/** Lines already read, by their coarse and by their fine template: they are not read again. */
interface Known {
  readonly quick: KnownLines
  readonly words: KnownLines
}

interface Piece {
  readonly lines: Lines
  readonly words: WordTable
  readonly numbered: Uint8Array
  readonly scan: LogScan
  readonly known: Known
  readonly first: number
  readonly last: number
  readonly text: string
  readonly codes: Codes
}

function scanPiece(piece: Piece): void {
  const { lines, words, numbered, scan, first, last, text, codes } = piece
  const quickTemplate = quickTemplates(codes)
  const reader = lineReader(codes, words)
  const offset = lines.starts[first] ?? 0
  for (let line = first; line <= last; line++) {
    const end = (lines.ends[line] ?? 0) - offset
    const start = startOfMessage(codes, (lines.starts[line] ?? 0) - offset, end)
    scan.messageStart[line] = start + offset
    const quick = quickTemplate(start, end)
    const isNumbered = numbered[line] === 1
    const known = isNumbered ? -1 : findKnown(piece.known.quick, quick)
    if (known >= 0) copyLine(scan, known, line)
    else if (isNumbered) readAlone(piece, reader, { line, start, end, quick })
    else readNewLine(piece, reader, { line, start, end, quick })
    noteShape(scan, line, shapeOf(text, codes, start, end))
  }
}

/** A test that passed may name an error: that is no sign of one. */
function noteShape(scan: LogScan, line: number, form: number): void {
  scan.flags[line] = (scan.flags[line] ?? 0) | form
  if ((form & shape.passed) !== 0) scan.strong[line] = 0
}

interface NewLine {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly quick: number
}

/** A number of the goal tells this line from all others that have its words. */
function readAlone(piece: Piece, reader: LineReader, line: NewLine): void {
  note(piece.scan, reader, line, exactTemplate(piece.codes, line.start, line.end))
}

/** Lines with a strong word are read each time: `0 errors` and `3 errors` share a template. */
function readNewLine({ scan, known, codes }: Piece, reader: LineReader, newLine: NewLine): void {
  const { line, start, end, quick } = newLine
  const template = wordTemplate(codes, start, end)
  const alike = findKnown(known.words, template)
  if (alike >= 0) {
    copyLine(scan, alike, line)
    remember(known.quick, quick, line)
    return
  }
  const said = note(scan, reader, newLine, template)
  if ((said.flags & cue.strong) !== 0) return
  remember(known.quick, quick, line)
  remember(known.words, template, line)
}

/** Reads a line and writes down what it says. */
function note(
  scan: LogScan,
  reader: LineReader,
  { line, start, end }: NewLine,
  template: number,
): LineWords {
  const said = readLine(reader, start, end)
  scan.template[line] = template
  scan.strong[line] = said.strong
  scan.medium[line] = said.medium
  scan.flags[line] = said.flags & ~cue.strong & ~cue.medium
  scan.goal[line] = said.goal
  return said
}

function emptyScan(count: number): LogScan {
  return {
    strong: new Uint8Array(count),
    medium: new Uint8Array(count),
    flags: new Uint16Array(count),
    goal: new Uint32Array(count),
    template: new Int32Array(count),
    messageStart: new Uint32Array(count),
  }
}

/** Shapes that differ between lines of one template. */
const ofTheLine = shape.blank | shape.indented | shape.trace | shape.passed | shape.opener

/** Copies what an earlier line of the same template said. */
function copyLine(scan: LogScan, from: number, to: number): void {
  scan.template[to] = scan.template[from] ?? 0
  scan.strong[to] = scan.strong[from] ?? 0
  scan.medium[to] = scan.medium[from] ?? 0
  scan.flags[to] = (scan.flags[from] ?? 0) & ~ofTheLine
  scan.goal[to] = scan.goal[from] ?? 0
}

function shapeOf(text: string, codes: Codes, start: number, end: number): number {
  const at = skipBlanks(codes, start, end)
  if (at === end) return shape.blank
  const indented = at > start ? shape.indented : 0
  if (isPointer(codes, at)) return indented | shape.mark
  if (isPassed(text, at, end)) return indented | shape.passed
  if (isOpener(codes, at)) return indented | shape.opener
  return isTraceLine(text, at, end, at > start) ? indented | shape.trace : indented
}

/** `^~~~` under the place of an error, and the `E   ` of pytest. */
function isPointer(codes: Codes, at: number): boolean {
  const first = codes[at]
  const second = codes[at + 1] ?? 0
  if (first === 0x5e || first === 0x7e) return second === 0x5e || second === 0x7e || second <= 0x20
  return first === 0x45 && codes[at + 1] === 0x20 && codes[at + 2] === 0x20
}

/** `____ test ____`, `---- test stdout ----`, `test at file:3:1`: heads without a word of failure. */
function isOpener(codes: Codes, at: number): boolean {
  const first = codes[at]
  if (first === 0x5f || first === 0x2d) return codes[at + 1] === first && codes[at + 2] === first
  return (
    first === 0x74 && codes[at + 4] === 0x20 && codes[at + 5] === 0x61 && codes[at + 7] === 0x20
  )
}

function skipBlanks(codes: Codes, start: number, end: number): number {
  let at = start
  while (at < end) {
    const found = kindOf(codes[at] ?? 0)
    if (found === kind.space) at += 1
    else if (found === kind.escape) at = skipEscape(codes, at)
    else return at
  }
  return end
}
