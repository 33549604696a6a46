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

/** Reads line after line, without making anything new for each. */
export interface LineReader {
  readonly codes: Codes
  readonly words: WordTable
  readonly said: LineWords
  /** The hash of the part read last. */
  hash: number
  /** Whether the word before was a negation. */
  isNegated: boolean
}

export function lineReader(codes: Codes, words: WordTable): LineReader {
  const said: LineWords = { strong: 0, medium: 0, flags: 0, goal: 0 }
  return { codes, words, said, hash: 0, isNegated: false }
}

/** What the words of a line say, until the next line is read. */
export function readLine(reader: LineReader, start: number, end: number): LineWords {
  const { codes, said } = reader
  said.strong = 0
  said.medium = 0
  said.flags = 0
  said.goal = 0
  reader.isNegated = false
  let at = start
  while (at < end) {
    const found = kindOf(codes[at] ?? 0)
    if (found >= kind.underscore) at = readWord(reader, at)
    else at = found <= kind.space ? at + 1 : readSign(reader, at, found)
  }
  return said
}

/** Reads an identifier, its parts and the whole of it, and returns where it ends. */
function readWord(reader: LineReader, start: number): number {
  const { codes, words, said } = reader
  let at = start
  let whole = 0
  let parts = 0
  let value = 0
  while (kindOf(codes[at] ?? 0) >= kind.underscore) {
    const partEnd = readPart(reader, at)
    if (partEnd > at) {
      said.goal |= value & goalBitsMask
      value = lookUp(words, reader.hash)
      if (words.hasCompounds) whole = joinHashes(whole, reader.hash, partEnd - at)
      parts += 1
    }
    at = skipJoints(reader, partEnd)
  }
  if (value !== 0 || reader.isNegated) noteWord(reader, value, start, at, parts)
  if (words.hasCompounds) said.goal |= lookUp(words, whole) & goalBitsMask
  return at
}

/** Past underscores, and past digits where no number is looked for. */
function skipJoints({ codes, words }: LineReader, start: number): number {
  const last = words.hasCompounds ? kind.underscore : kind.digit
  let at = start
  let found = kindOf(codes[at] ?? 0)
  while (found >= kind.underscore && found <= last) {
    at += 1
    found = kindOf(codes[at] ?? 0)
  }
  return at
}

const goalBitsMask = ~0xff

/**
 * Hashes one hump (capitals, then small letters) or one number and returns where it ends.
 * Nearly all the time of reading goes here. A line end is no letter, so it needs no bound.
 */
function readPart(reader: LineReader, start: number): number {
  const { codes } = reader
  let at = start
  let hash = 0
  let code = codes[at] ?? 0
  let found = kindOf(code)
  if (found === kind.digit && reader.words.hasCompounds) return readNumber(reader, start)
  while (found === kind.upper) {
    hash = hashStep(hash, foldCode(code))
    code = codes[++at] ?? 0
    found = kindOf(code)
  }
  while (found === kind.lower) {
    hash = hashStep(hash, foldCode(code))
    code = codes[++at] ?? 0
    found = kindOf(code)
  }
  reader.hash = hash
  return at
}

function readNumber(reader: LineReader, start: number): number {
  const { codes } = reader
  let at = start
  let hash = 0
  let code = codes[at] ?? 0
  while (kindOf(code) === kind.digit) {
    hash = hashStep(hash, code)
    code = codes[++at] ?? 0
  }
  reader.hash = hash
  return at
}

/** Says what the last part of a word says, unless the word is a piece of a path. */
function noteWord(
  reader: LineReader,
  value: number,
  start: number,
  end: number,
  parts: number,
): void {
  const { codes, said } = reader
  const isCompleted = reader.isNegated && (value & cue.completion) !== 0
  reader.isNegated = (value & cue.negation) !== 0 && parts === 1
  said.goal |= value & goalBitsMask
  if ((value & allCues) === 0 || isInPath(codes, start, end)) return
  const isEvent = (value & cue.strong) === 0 ? isCompleted : !isZeroCount(codes, start, end)
  if (parts > 1) noteCue(said, value & cue.strong, isEvent)
  else if (codes[start - 1] !== dot) noteCue(said, value, isEvent)
}

const dot = 0x2e

function noteCue(said: LineWords, value: number, isEvent: boolean): void {
  said.flags |= value & lineCues
  if (isEvent) said.strong = Math.min(3, said.strong + 1)
  else if ((value & cue.medium) !== 0) said.medium = Math.min(3, said.medium + 1)
}

const lineCues = cue.strong | cue.medium | cue.quiet | cue.warn | cue.exit
const allCues = lineCues | cue.completion

const crossMark = 32

/** Reads a colour sequence, a cross mark, or a run of Chinese, Japanese or Korean. */
function readSign(reader: LineReader, at: number, found: number): number {
  if (found === kind.escape) return skipEscape(reader.codes, at)
  if (found === kind.paired) return readPaired(reader, at)
  reader.said.flags |= crossMark
  return at + 1
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

/** Each character, and each with its neighbour. */
function readPaired(reader: LineReader, start: number): number {
  const { codes, words, said } = reader
  let previous = 0
  let at = start
  let code = codes[at] ?? 0
  while (kindOf(code) === kind.paired) {
    said.goal |= lookUp(words, code) & goalBitsMask
    if (previous !== 0) said.goal |= lookUp(words, hashStep(previous, code)) & goalBitsMask
    previous = code
    at += 1
    code = codes[at] ?? 0
  }
  return at
}
