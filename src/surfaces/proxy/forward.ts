import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { EngineError } from '../../errors.ts'
import { responseHeaders } from './headers.ts'
import type { ResponseTap } from './response-tap.ts'

/** A request ready to leave. */
export interface Outgoing {
  readonly origin: string
  readonly path: string
  readonly method: string
  readonly headers: string[]
  readonly body: Buffer | undefined
  /** Added to what the provider answers. */
  readonly ownHeaders: readonly string[]
}

/** How it ended, for the account. */
export interface Ended {
  /** 0 when the provider never answered. */
  readonly status: number
  readonly contentEncoding: string | undefined
  readonly outcome: 'complete' | 'cut' | 'left' | 'unanswered'
}

/**
 * Sends a request on and its answer back, byte for byte as it arrives. A provider that stops short
 * looks so to the client: its socket is destroyed. A client that leaves stops the provider.
 */
export function forward(
  dispatcher: Dispatcher,
  { origin, path, method, headers, body, ownHeaders }: Outgoing,
  response: ServerResponse,
  tap: ResponseTap | undefined,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let contentEncoding: string | undefined

    const end = (outcome: Ended['outcome']): void => resolve({ status, contentEncoding, outcome })
    const onDrain = (): void => controller?.resume()
    const onClose = (): void => {
      if (response.writableFinished) return
      controller?.abort(new Error('the client left'))
      end('left')
    }
    response.on('drain', onDrain)
    response.once('close', onClose)

    const options = {
      origin,
      path,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body ?? null,
    }
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started
        if (response.destroyed) started.abort(new Error('the client left'))
      },
      onResponseStart(started, code, fields, message) {
        if (code < 200) return
        status = code
        contentEncoding = asText(fields['content-encoding'])
        const kept = responseHeaders(toRaw(started.rawHeaders))
        response.sendDate = false
        response.writeHead(code, message ?? '', [...kept, ...ownHeaders])
        // A stream may be silent for long: its head must not wait for its first byte. Node would
        // write other alphabets as UTF-8 here, and as Latin-1, which they are, with the first byte.
        if (fields['content-length'] === undefined && isAscii(kept)) response.flushHeaders()
      },
      onResponseData(started, chunk) {
        tap?.see(chunk)
        if (!response.write(chunk)) started.pause()
      },
      onResponseEnd(_, trailers) {
        if (hasAny(trailers)) response.addTrailers(toTrailers(trailers))
        response.end()
        end('complete')
      },
      onResponseError(_, error) {
        if (response.destroyed) return end('left')
        if (!response.headersSent) return reject(refusalFor(error, origin))
        response.destroy()
        end('cut')
      },
    })
  })
}

/** Why there was no answer. Names the host, never the address's query or a header. */
function refusalFor(error: Error, origin: string): EngineError {
  const code = 'code' in error ? String(error.code) : error.name
  const { host } = new URL(origin)
  if (/TIMEOUT/.test(code))
    return new EngineError('upstream_timeout', `${host} did not answer in time`, {
      hint: 'Raise proxy.headers_timeout_ms if this provider is that slow.',
      cause: error,
    })
  if (code === 'EADDRFORBIDDEN')
    return new EngineError(
      'upstream_forbidden',
      `${host} leads to a link-local or metadata address`,
    )
  return new EngineError('upstream_unreachable', `No answer from ${host} (${code})`, {
    hint: 'Check proxy.upstreams in tamis.toml, and that the provider is up.',
    cause: error,
  })
}

function toRaw(headers: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(headers)) return []
  return headers.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
}

function isAscii(texts: readonly string[]): boolean {
  return texts.every((text) => !/[\u0080-\uffff]/.test(text))
}

function asText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function hasAny(trailers: object | null | undefined): boolean {
  return trailers !== null && trailers !== undefined && Object.keys(trailers).length > 0
}

function toTrailers(
  trailers: Readonly<Record<string, string | string[] | undefined>>,
): [string, string][] {
  return Object.entries(trailers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}
