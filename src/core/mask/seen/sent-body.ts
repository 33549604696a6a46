import { type Pieces, sharedPieces } from '../../text/content-memo.ts'
import { type FormatName, wireFormat } from '../../wire/wire-formats.ts'
import type { Sieved } from '../sieve-request.ts'

/** What was sent: the fields before the messages, all from there on, and what follows the last edit. */
export interface SentBody {
  readonly head: Pieces
  readonly messages: Pieces
  readonly rest: Pieces
}

/** A shorter body costs more to cut than it holds. */
export const cutFromChars = 8192

/**
 * A field before the messages may change and shift all that follows: each part is cut by itself. The
 * parts are never joined for it, which would copy a whole body for each request.
 */
export function cutBody(
  format: FormatName,
  { written, rest }: Sieved['parts'],
  known: SentBody | undefined,
  writtenBefore: string | undefined,
): SentBody {
  if (written === '') return { ...cutMessages(format, rest, known), rest: [] }
  const isKnown = known !== undefined && writtenBefore === written
  const { head, messages } = isKnown ? known : cutMessages(format, written, known)
  return { head, messages, rest: sharedPieces(rest, known?.rest) }
}

function cutMessages(
  format: FormatName,
  text: string,
  before: SentBody | undefined,
): Omit<SentBody, 'rest'> {
  if (text.length < cutFromChars) return { head: [], messages: [text] }
  const at = Math.max(0, text.indexOf(`"${wireFormat(format).field}"`))
  return {
    head: sharedPieces(text.slice(0, at), before?.head),
    messages: sharedPieces(text.slice(at), before?.messages),
  }
}

export function joinBody({ head, messages, rest }: SentBody): string {
  return [...head, ...messages, ...rest].join('')
}
