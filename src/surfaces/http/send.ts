import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { english, type Say } from '../../core/text/say.ts'
import { type EngineError, errorCodes } from '../../errors.ts'
import { httpError } from './error-projections.ts'

/** Answers with a JSON text that is already written. */
export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
  })
  response.end(json)
}

/** Answers with a refusal; the rest of a body nobody reads is dropped with the connection. */
export function sendRefusal(
  response: ServerResponse,
  error: EngineError,
  say: Say = english,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  // A head that failed leaves its phrase behind, which would fail again.
  response.statusMessage = ''
  if (!response.req.complete) response.setHeader('connection', 'close')
  const { retry_after_s: retryAfter } = error.details
  if (typeof retryAfter === 'number') response.setHeader('retry-after', String(retryAfter))
  sendJson(response, errorCodes[error.code].status, JSON.stringify(httpError(error, say)))
}

/** An answer that is sent piece by piece, for as long as its reader stays. */
interface EventsAnswer extends Response {
  readonly body: NonNullable<Response['body']>
}

export function isEvents(answer: Response): answer is EventsAnswer {
  const type = answer.headers.get('content-type') ?? ''
  return answer.body !== null && type.startsWith('text/event-stream')
}

/**
 * Sends events and forgets each once it is written. The writer of `@hono/node-server` keeps a promise
 * for every piece until the last has been sent, and a dashboard that stays open has no last one.
 */
export async function sendEvents(answer: EventsAnswer, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.flushHeaders()
  // Each part of the way listens once for the end; together they are more than Node takes for usual.
  outgoing.setMaxListeners(mostListeners)
  try {
    await pipeline(Readable.fromWeb(answer.body), outgoing)
  } catch (error) {
    if (!isLeaving(error)) throw error
  }
}

const mostListeners = 20

/** Readers of events leave when they like. */
function isLeaving(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
