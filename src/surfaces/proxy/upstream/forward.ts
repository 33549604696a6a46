import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { EngineError, type ErrorCode } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { ResponseTap } from '../account/response-tap.ts'
import { type BodyBytes, byteLength } from '../body/body-bytes.ts'
import { headerOf, responseHeaders } from './headers.ts'

/** A request ready to leave. */
export interface Outgoing {
  readonly origin: string
  readonly path: string
  readonly method: string
  readonly headers: string[]
  readonly body: BodyBytes | undefined
  /** Added to what the provider answers. */
  readonly ownHeaders: readonly string[]
}

/** How it ended, for the account. */
export interface Ended {
  /** 0 when the provider never answered. */
  readonly status: number
  readonly contentEncoding: string | undefined
  readonly outcome: 'complete' | 'cut' | 'left' | 'unanswered'
  /** Why there was no answer. */
  readonly refusal?: ErrorCode
}

/** May ask the provider a second time before the client gets an answer. */
export interface SecondTry {
  /** Whether an answer with this status is held back until all of it is here. */
  looksAt(status: number): boolean
  /** What to send instead of giving that answer to the client. */
  again(ended: Ended, answer: Buffer): Promise<Outgoing | undefined>
}

/** Longer answers go on as they are. */
const mostHeldBytes = 64 * 1024

/** Resolves when the answer may end. */
export type BeforeEnd = (ended: Ended) => Promise<void>

/**
 * Sends a request on and its answer back, byte for byte as it arrives; only its end waits for
 * `beforeEnd`. A provider that stops short looks so to the client: its socket is destroyed. A client
 * that leaves stops the provider.
 */
export function forward(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { origin, path, method, headers, body, ownHeaders }: Outgoing,
  response: ServerResponse,
  tap: ResponseTap | undefined,
  beforeEnd?: BeforeEnd,
  secondTry?: SecondTry,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let status = 0
    let contentEncoding: string | undefined
    let abort: ((error: Error) => void) | undefined
    let resume: () => void = () => undefined
    let isPaused = false
    let isComplete = false
    /** What of the body is still to come, where the answer says its length. */
    let bytesLeft = Number.NaN
    let last: Buffer | undefined
    /** An answer that is held back, and how it begins. */
    let held: { readonly chunks: Buffer[]; bytes: number; readonly open: () => void } | undefined

    const end = (outcome: Ended['outcome']): void => resolve({ status, contentEncoding, outcome })
    /**
     * With a length a client knows by itself when it has all: the last chunk goes with the end, or
     * its last byte where that waits. Gives what goes at once.
     */
    const keepLast = (chunk: Buffer): Buffer => {
      last = beforeEnd ? chunk.subarray(-1) : chunk
      return beforeEnd ? chunk.subarray(0, -1) : nothing
    }
    const finish = (): void => {
      if (!response.destroyed) endWith(response, last)
      end('complete')
    }
    const pass = (chunk: Buffer): boolean => {
      tap?.see(chunk)
      bytesLeft -= chunk.length
      const now = bytesLeft === 0 ? keepLast(chunk) : chunk
      if (now.length === 0 || response.write(now)) return true
      if (!isPaused) response.once('drain', onDrain)
      isPaused = true
      return false
    }
    const release = (): boolean => {
      const { open, chunks } = held ?? { open: () => undefined, chunks: [] }
      held = undefined
      open()
      return chunks.map(pass).every((goesOn) => goesOn)
    }
    const complete = (): void => {
      if (beforeEnd)
        beforeEnd({ status, contentEncoding, outcome: 'complete' }).then(finish, finish)
      else finish()
    }
    const tryAgain = async (second: SecondTry, chunks: readonly Buffer[]): Promise<void> => {
      const ended: Ended = { status, contentEncoding, outcome: 'complete' }
      const next = await second.again(ended, Buffer.concat(chunks))
      if (next) return resolve(await forward(dispatcher, next, response, tap, beforeEnd))
      release()
      complete()
    }
    const onDrain = (): void => {
      isPaused = false
      resume()
    }
    response.on('close', () => {
      if (response.writableFinished || isComplete) return
      abort?.(new Error('the client left'))
      end('left')
    })

    const options = {
      origin,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: lengthTold(headers, body),
      body: bodyOf(body),
    }
    // This older form of a handler gets the headers as received; for the newer one an object is made.
    dispatcher.dispatch(options, {
      onConnect(stop) {
        abort = stop
        if (response.destroyed) stop(new Error('the client left'))
      },
      // The reason phrase stays behind: no client reads it, and Node refuses to write most alphabets.
      onHeaders(code, fields, goOn) {
        if (code < 200) return true
        status = code
        resume = goOn
        const came = fields.map((part) => part.toString('latin1'))
        contentEncoding = headerOf(came, 'content-encoding')
        const kept = responseHeaders(came)
        response.sendDate = false
        kept.push(...ownHeaders)
        const length = headerOf(kept, 'content-length')
        bytesLeft = Number(length)
        const open = (): void => {
          response.writeHead(code, kept)
          // A stream may be silent for long: its head must not wait for its first byte. Node would
          // write other alphabets as UTF-8 here, and as Latin-1, which they are, with the first byte.
          if (length === undefined && hasBody(code) && isAscii(kept)) response.flushHeaders()
        }
        if (secondTry?.looksAt(code)) held = { chunks: [], bytes: 0, open }
        else open()
        return true
      },
      onData(chunk) {
        if (!held) return pass(chunk)
        held.chunks.push(Buffer.from(chunk))
        held.bytes += chunk.length
        return held.bytes <= mostHeldBytes || release()
      },
      onComplete(trailers) {
        if (trailers && trailers.length > 0) response.addTrailers(toPairs(trailers))
        isComplete = true
        if (held && secondTry) tryAgain(secondTry, held.chunks).catch(reject)
        else complete()
      },
      onError(error) {
        if (response.destroyed) return end('left')
        if (!response.headersSent) return reject(refusalFor(error, origin))
        response.destroy()
        end('cut')
      },
    })
  })
}

const nothing = Buffer.alloc(0)

/** A dispatcher takes any iterable of bytes, which its types do not say. */
function bodyOf(body: BodyBytes | undefined): Buffer | null {
  if (!body || body.length < 2) return body?.[0] ?? null
  return body as unknown as Buffer
}

/** Of one piece the dispatcher knows the length by itself. */
function lengthTold(headers: string[], body: BodyBytes | undefined): string[] {
  if (!body || body.length < 2) return headers
  return [...headers, 'content-length', String(byteLength(body))]
}

/** Up to here Node writes a text without asking for memory. */
const shortBytes = 16 * 1024

/** A short answer and its head are one text, written in one piece: Latin-1 has a letter for each byte. */
function endWith(response: ServerResponse, last: Buffer | undefined): void {
  if (last && last.length <= shortBytes) response.end(last.toString('latin1'), 'latin1')
  else response.end(last)
}

/** Why there was no answer. Names the host, never the address's query or a header. */
function refusalFor(error: Error, origin: string): EngineError {
  const code = 'code' in error ? String(error.code) : error.name
  const { host } = new URL(origin)
  if (/TIMEOUT/.test(code))
    return new EngineError('upstream_timeout', phrase`${host} did not answer in time`, {
      hint: 'Raise proxy.headers_timeout_ms if this provider is that slow.',
      cause: error,
    })
  if (code === 'EADDRFORBIDDEN')
    return new EngineError(
      'upstream_forbidden',
      phrase`${host} leads to a link-local or metadata address`,
    )
  return new EngineError('upstream_unreachable', phrase`No answer from ${host} (${code})`, {
    hint: 'Check proxy.upstreams in tamis.toml, and that the provider is up.',
    cause: error,
  })
}

/** The head alone is the whole answer otherwise. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}

function isAscii(texts: readonly string[]): boolean {
  return texts.every((text) => !/[\u0080-\uffff]/.test(text))
}

function toPairs(raw: readonly (string | Buffer)[]): [string, string][] {
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')))
  return texts.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : [],
  )
}
