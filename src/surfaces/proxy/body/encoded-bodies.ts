import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BytesInFlight } from '../../http/bytes-in-flight.ts'
import { type BodyBytes, joined } from './body-bytes.ts'
import { decodeBody, encodeBody, isPlain } from './content-encodings.ts'

/** A body that came encoded, and how it goes on. */
export interface OpenedBody {
  /** Without its encoding; `undefined` when that cannot be undone. */
  readonly bytes: Buffer | undefined
  /** How a body is sent: as received where nothing was changed, in the same encoding otherwise. */
  close(body: BodyBytes): Promise<BodyBytes>
}

/** `undefined` for a body that came in plain. */
export type OpenBody = (
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  came: Buffer,
) => Promise<OpenedBody> | undefined

/** What comes out of an encoding has the same limit as a body, and counts as held like one. */
export function bodyOpener(maxBytes: number, inFlight: BytesInFlight): OpenBody {
  async function open(
    encoding: string,
    response: ServerResponse,
    came: Buffer,
  ): Promise<OpenedBody> {
    const bytes = await decodeBody(came, encoding, maxBytes)
    if (bytes) inFlight.take(response, bytes.length)
    return {
      bytes,
      async close(body) {
        if (body.length === 1 && body[0] === bytes) return [came]
        return [(await encodeBody(joined(body), encoding)) ?? came]
      },
    }
  }

  return ({ headers }, response, came) => {
    const encoding = headers['content-encoding']
    return isPlain(encoding) || came.length === 0 ? undefined : open(encoding, response, came)
  }
}
