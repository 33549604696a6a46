import { readFileSync } from 'node:fs'
import { EngineError } from '../../errors.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import { readAll } from './read-all.ts'

/** A file's text, unpacked when it is gzip. */
export function readTextFile(path: string): string {
  return readDecoded(path).text
}

/** The same, with the encoding it was read in. */
export function readDecoded(path: string): DecodedText {
  return decoded(path, () => readFileSync(path))
}

/** What is piped in, unpacked and decoded alike. */
export async function readInput(signal: AbortSignal): Promise<DecodedText> {
  const bytes = await readAll(process.stdin, signal)
  return decoded('stdin', () => bytes)
}

function decoded(name: string, read: () => Buffer): DecodedText {
  try {
    return decodeText(read())
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable'
    throw new EngineError('file_unreadable', `Cannot read ${name} (${reason})`, { cause })
  }
}
