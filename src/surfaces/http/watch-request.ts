import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Meter, Span, Tracer } from '../../engine.ts'
import type { Routed } from './route-table.ts'

interface Watchers {
  readonly meter: Meter
  /** Absent: nobody is told of single requests. */
  readonly tracer: Tracer | undefined
}

/**
 * Counts a request when its answer has ended, or its client has left, and tells the tracer. Answers
 * with its span, whose `traceparent` goes on in place of the client's; `undefined` when that stays.
 */
export function watchRequest(
  { meter, tracer }: Watchers,
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  routed: Routed,
): Span | undefined {
  const startedAt = performance.now()
  const { door } = routed.route
  const span = tracer?.start(`${method} ${door}`, only(headers.traceparent))
  response.on('close', () => {
    const status = response.writableFinished ? String(response.statusCode) : 'cut'
    meter.count('tamis_requests_total', { door, status })
    meter.time('tamis_request_seconds', { door }, (performance.now() - startedAt) / 1000)
    span?.end(attributesOf(method, routed, response), status === 'cut' || status >= '500')
  })
  return span
}

/** No word of a user: a path that leads nowhere could hold anything. */
function attributesOf(
  method: string,
  { path, route }: Routed,
  { statusCode }: ServerResponse,
): Readonly<Record<string, string | number>> {
  return {
    'http.request.method': method,
    'http.route': route.name(path, statusCode),
    'http.response.status_code': statusCode,
    'tamis.door': route.door,
  }
}

function only(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
