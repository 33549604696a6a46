import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

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

/** A name for the session of a request that could not be read; it tells nothing of it. */
export function sessionName(session = ''): string {
  return hash('sha256', session, 'hex').slice(0, 16)
}
