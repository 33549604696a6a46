import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Sieved } from '../../engine.ts'

const sessionHeaders = [
  'x-claude-code-session-id',
  'x-session-id',
  'session-id',
  'session_id',
  'thread-id',
] as const

/** The client's own name for its session, where it sends one. */
export function sessionOf(headers: IncomingHttpHeaders): string | undefined {
  for (const name of sessionHeaders) {
    const value = headers[name]
    if (value !== undefined) return String(value)
  }
  return undefined
}

/** A name for a conversation that tells nothing of it: the client's session, or how it began. */
export type ConversationKey = (session: string | undefined, sieved: Sieved | undefined) => string

const remembered = 200
const shortChars = 32

/** Clients speak of the same few conversations again and again: their names are remembered. */
export function conversationKeys(): ConversationKey {
  // By the end of the text alone: to compare the rest costs a tenth of hashing it.
  const known = new Map<string, { readonly text: string; readonly model: string; key: string }>()
  return (session, sieved) => {
    const text = session ?? sieved?.beginning ?? ''
    const model = session === undefined ? (sieved?.model ?? '') : ''
    const end = text.slice(-shortChars)
    const before = known.get(end)
    if (before?.model === model && before.text === text) return before.key
    const key = hash('sha256', `${model}\n${text}`, 'hex').slice(0, 16)
    if (known.size >= remembered) known.clear()
    known.set(end, { text, model, key })
    return key
  }
}
