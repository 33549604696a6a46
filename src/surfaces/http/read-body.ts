import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'

/**
 * The whole body of a request, at every door. Rejects as soon as it is over the limit, when too much is
 * under way already, and when the client leaves before its end.
 */
export type ReadBody = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer>

export function bodyReader(maxBytes: number, inFlight: BytesInFlight): ReadBody {
  return (request, response) =>
    new Promise((resolve, reject) => {
      const declared = Number(request.headers['content-length'] ?? Number.NaN)
      const body = collector(declared)
      let bytes = 0

      const take = (more: number): void => {
        bytes += more
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        if (more > 0) inFlight.take(response, more)
      }
      const attempt = (work: () => void): void => {
        try {
          work()
        } catch (error) {
          // What comes after is dropped with the connection.
          request.pause()
          request.removeListener('data', onData)
          reject(error)
        }
      }
      const onData = (chunk: Buffer): void =>
        attempt(() => {
          // What was declared is counted already, and Node lets no more than that come.
          if (Number.isNaN(declared)) take(chunk.length)
          body.add(chunk)
        })
      request.on('data', onData)
      request.on('end', () => resolve(body.whole()))
      request.on('error', (cause) => reject(bodyCut(cause)))
      request.on('close', () => {
        if (!request.readableEnded) reject(bodyCut(undefined))
      })
      if (declared > 0) attempt(() => take(declared))
    })
}

interface Collector {
  add(chunk: Buffer): void
  whole(): Buffer
}

/** Where the length is known, each chunk goes to its place as it comes: joining them at the end takes long. */
function collector(declared: number): Collector {
  const chunks: Buffer[] = []
  let whole: Buffer | undefined
  let filled = 0
  return {
    add(chunk) {
      if (whole) filled += chunk.copy(whole, filled)
      else if (chunks.length === 0 && chunk.length < declared) {
        whole = Buffer.allocUnsafeSlow(declared)
        filled = chunk.copy(whole)
      } else chunks.push(chunk)
    },
    whole() {
      const [only] = chunks
      if (whole) return whole.subarray(0, filled)
      return only && chunks.length === 1 ? only : Buffer.concat(chunks)
    },
  }
}

function tooLarge(maxBytes: number): EngineError {
  return new EngineError('body_too_large', phrase`The body is longer than ${maxBytes} bytes`, {
    hint: 'Raise server.max_body_bytes in tamis.toml.',
  })
}

/** What a client that leaves in the middle of its body is told, if it can still hear. */
function bodyCut(cause: unknown): EngineError {
  return new EngineError('invalid_input', 'The body stopped before its end', { cause })
}
