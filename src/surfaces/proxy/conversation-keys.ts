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

/** Clients speak of the same few conversations again and again: their names are remembered. */
export function conversationKeys(): ConversationKey {
  // By the long text alone: to join it with the short one would copy it for every request.
  const known = new Map<string, { readonly model: string; readonly key: string }>()
  return (session, sieved) => {
    const text = session ?? sieved?.beginning ?? ''
    const model = session === undefined ? (sieved?.model ?? '') : ''
    const before = known.get(text)
    if (before?.model === model) return before.key
    const key = hash('sha256', `${model}\n${text}`, 'hex').slice(0, 16)
    if (known.size >= remembered) known.clear()
    known.set(text, { model, key })
    return key
  }
}
