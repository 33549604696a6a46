import { isUtf8 } from 'node:buffer'
import type { MemoryLine, MemorySnapshot } from '../../ports/store/memories.ts'

const newline = 10

/** Cuts a JSONL file into lines; a tail without newline counts only when it is a whole record. */
export function parseJsonl(content: Buffer | undefined): MemorySnapshot {
  if (content === undefined) return { isPresent: false, lines: [], tornBytes: 0 }
  const pieces = splitBytes(content)
  const lines = pieces.flatMap((bytes, index) => parseLine(bytes, index + 1))
  const last = lines.at(-1)
  const isOpen = content.length > 0 && content.at(-1) !== newline
  // A prefix of an object is never an object, so an unfinished append cannot pass for a record.
  if (!isOpen || last?.kind !== 'corrupt') return { isPresent: true, lines, tornBytes: 0 }
  return { isPresent: true, lines: lines.slice(0, -1), tornBytes: pieces.at(-1)?.length ?? 0 }
}

/** The bytes of each line without its newline; blank ones included, so that numbers are line numbers. */
export function splitBytes(content: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = []
  let start = 0
  for (let end = content.indexOf(newline); end !== -1; end = content.indexOf(newline, start)) {
    pieces.push(content.subarray(start, end))
    start = end + 1
  }
  if (start < content.length) pieces.push(content.subarray(start))
  return pieces
}

/** One record as its line, newline included. */
export function toLine(record: object): string {
  return `${JSON.stringify(record)}\n`
}

function parseLine(bytes: Buffer, number: number): MemoryLine[] {
  const raw = bytes.toString('utf8')
  if (raw.trim() === '') return []
  if (!isUtf8(bytes)) return [{ kind: 'corrupt', number, raw, reason: 'not UTF-8' }]
  // Some editors put a byte order mark in front of the first line.
  const text = number === 1 && raw.startsWith('\ufeff') ? raw.slice(1) : raw
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [{ kind: 'record', number, raw, value }]
    return [{ kind: 'corrupt', number, raw, reason: 'not an object' }]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [{ kind: 'corrupt', number, raw, reason: 'not JSON' }]
  }
}
