import type { ServerResponse } from 'node:http'
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
export function sendRefusal(response: ServerResponse, error: EngineError): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  // A head that failed leaves its phrase behind, which would fail again.
  response.statusMessage = ''
  if (!response.req.complete) response.setHeader('connection', 'close')
  const { retry_after_s: retryAfter } = error.details
  if (typeof retryAfter === 'number') response.setHeader('retry-after', String(retryAfter))
  sendJson(response, errorCodes[error.code].status, JSON.stringify(httpError(error)))
}
