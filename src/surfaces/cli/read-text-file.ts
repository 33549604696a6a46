import { readFileSync } from 'node:fs'
import { EngineError } from '../../errors.ts'
import { type DecodedText, decodeText } from './decode-text.ts'

/** A file's text, unpacked when it is gzip. */
export function readTextFile(path: string): string {
  return readDecoded(path).text
}

/** The same, with the encoding it was read in. */
export function readDecoded(path: string): DecodedText {
  try {
    return decodeText(readFileSync(path))
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable'
    throw new EngineError('file_unreadable', `Cannot read ${path} (${reason})`, { cause })
  }
}
