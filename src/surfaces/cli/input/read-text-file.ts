import { readFileSync } from 'node:fs'
import { EngineError } from '../../../errors.ts'
import { type Phrase, phrase } from '../../../phrase.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import { readAll } from './read-all.ts'
import { type ReadDocument, type ReadText, readForPruning } from './read-for-pruning.ts'

/** A file's text, unpacked when it is gzip. */
export function readTextFile(path: string): string {
  return readDecoded(path).text
}

/** The same, with the encoding it was read in. */
function readDecoded(path: string): DecodedText {
  return decoded(path, () => readFileSync(path))
}

/** What is piped in, unpacked and decoded alike. */
export async function readInput(signal: AbortSignal): Promise<DecodedText> {
  const bytes = await readAll(process.stdin, signal)
  return decoded('stdin', () => bytes)
}

/** A file or, without a path, what is piped in, as the text somebody would read. */
export async function readReadable(
  path: string | undefined,
  readDocument: ReadDocument,
  signal: AbortSignal,
  piped: string | undefined = undefined,
): Promise<ReadText> {
  const name = path ?? 'stdin'
  const bytes = path === undefined ? await readAll(process.stdin, signal) : undefined
  try {
    return await readForPruning(bytes ?? readFileSync(name), name, path ?? piped, readDocument)
  } catch (cause) {
    throw cause instanceof EngineError ? cause : unreadable(name, cause)
  }
}

function decoded(name: string, read: () => Buffer): DecodedText {
  try {
    return decodeText(read())
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

function unreadable(name: string, cause: unknown): EngineError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable'
  return new EngineError('file_unreadable', said(name, reason), { cause })
}

function said(name: string, reason: string): Phrase {
  switch (reason) {
    case 'ENOENT':
      return phrase`There is no file ${name}`
    case 'EISDIR':
      return phrase`${name} is a folder, and a file is needed`
    case 'EACCES':
    case 'EPERM':
      return phrase`Cannot read ${name}: permission denied`
    default:
      return phrase`Cannot read ${name} (${reason})`
  }
}
