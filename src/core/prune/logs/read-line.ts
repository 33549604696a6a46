import { foldCode, kind, kindOf } from './characters.ts'
import type { Codes } from './codes-of.ts'
import { cue } from './cue-words.ts'
import { isInPath, isZeroCount } from './line-shape.ts'
import { hashStep, joinHashes, lookUp, type WordTable } from './word-table.ts'

/** What the words of one line say. */
export interface LineWords {
  strong: number
  medium: number
  /** Bits of `cue`; `strong` even where the word counts nothing. Bit 5: a cross mark. */
  flags: number
  goal: number
}

/** Reads the words of a line by their hashes. */
export function readLine(codes: Codes, words: WordTable, start: number, end: number): LineWords {
  const said: LineWords = { strong: 0, medium: 0, flags: 0, goal: 0 }
  const reader: Reader = { codes, words, said, at: start, part: 0, isNegated: false }
  while (reader.at < end) readNext(reader)
  return said
}

interface Reader {
  readonly codes: Codes
  readonly words: WordTable
  readonly said: LineWords
  at: number
  /** The hash `readPart` built last. */
  part: number
  /** Whether the word before was a negation. */
  isNegated: boolean
}

const crossMark = 32

function readNext(reader: Reader): void {
  const found = kindOf(reader.codes[reader.at] ?? 0)
  if (isWordKind(found)) readWord(reader)
  else if (found === kind.paired) readPaired(reader)
  else if (found === kind.escape) reader.at = skipEscape(reader.codes, reader.at)
  else {
    if (found === kind.mark) reader.said.flags |= crossMark
    reader.at += 1
  }
}

/** Past a colour or cursor sequence: `ESC [ … letter`. */
export function skipEscape(codes: Codes, at: number): number {
  if (codes[at + 1] !== 0x5b) return at + 1
  let next = at + 2
  while (isParameter(codes[next] ?? 0)) next += 1
  return next + 1
}

function isParameter(code: number): boolean {
  return code >= 0x20 && code < 0x40
}

/** Reads an identifier, hump by hump. */
function readWord(reader: Reader): void {
  const { codes, words } = reader
  const start = reader.at
  let whole = 0
  let parts = 0
  let value = 0
  let found = kindOf(codes[start] ?? 0)
  while (isWordKind(found)) {
    const from = reader.at
    readPart(reader, found)
    if (reader.at > from) {
      noteGoal(reader, value)
      value = lookUp(words, reader.part)
      whole = joinHashes(whole, reader.part, reader.at - from)
      parts += 1
    }
    if (codes[reader.at] === underscore) reader.at += 1
    found = kindOf(codes[reader.at] ?? 0)
  }
  noteWord(reader, value, start, parts)
  if (parts > 1) noteGoal(reader, lookUp(words, whole))
}

const underscore = 0x5f

/** Hashes one hump (capitals, then small letters) or one number. A line end is no letter. */
function readPart(reader: Reader, first: number): void {
  const { codes } = reader
  if (first === kind.digit) {
    reader.part = 0
    readRun(reader, kind.digit)
    return
  }
  reader.part = 0
  readRun(reader, kind.upper)
  let { at, part } = reader
  let code = codes[at] ?? 0
  while (kindOf(code) === kind.lower) {
    part = hashStep(part, foldCode(code))
    at += 1
    code = codes[at] ?? 0
  }
  reader.at = at
  reader.part = part
}

function readRun(reader: Reader, wanted: number): void {
  let code = reader.codes[reader.at] ?? 0
  while (kindOf(code) === wanted) {
    reader.part = hashStep(reader.part, foldCode(code))
    reader.at += 1
    code = reader.codes[reader.at] ?? 0
  }
}

function isWordKind(found: number): boolean {
  return found > kind.mark && found !== kind.paired
}

/** Says what the last part of a word says, unless the word is a piece of a path. */
function noteWord(reader: Reader, value: number, start: number, parts: number): void {
  const isCompleted = reader.isNegated && (value & cue.completion) !== 0
  reader.isNegated = (value & cue.negation) !== 0 && parts === 1
  if (value === 0) return
  noteGoal(reader, value)
  const { codes, at } = reader
  if ((value & allCues) === 0 || isInPath(codes, start, at)) return
  if (parts > 1) noteCue(reader, value & cue.strong, start, false)
  else if (codes[start - 1] !== 0x2e) noteCue(reader, value, start, isCompleted)
}

function noteCue(reader: Reader, value: number, start: number, isCompleted: boolean): void {
  const { said, codes, at } = reader
  said.flags |= value & lineCues
  const isStrong = (value & cue.strong) === 0 ? isCompleted : !isZeroCount(codes, start, at)
  if (isStrong) said.strong = Math.min(3, said.strong + 1)
  else if ((value & cue.medium) !== 0) said.medium = Math.min(3, said.medium + 1)
}

const lineCues = cue.strong | cue.medium | cue.quiet | cue.warn | cue.exit
const allCues = lineCues | cue.completion

function noteGoal(reader: Reader, value: number): void {
  reader.said.goal |= value & ~0xff
}

/** Chinese, Japanese and Korean: each character, and each with its neighbour. */
function readPaired(reader: Reader): void {
  const { codes, words } = reader
  let previous = 0
  let code = codes[reader.at] ?? 0
  while (kindOf(code) === kind.paired) {
    noteGoal(reader, lookUp(words, code))
    if (previous !== 0) noteGoal(reader, lookUp(words, hashStep(previous, code)))
    previous = code
    reader.at += 1
    code = codes[reader.at] ?? 0
  }
}
