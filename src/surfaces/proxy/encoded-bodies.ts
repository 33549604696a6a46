import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BytesInFlight } from '../http/bytes-in-flight.ts'
import { decodeBody, encodeBody, isPlain } from './content-encodings.ts'

/** A body that can be looked into, and how it goes on. */
export interface OpenedBody {
  /** Without its encoding; `undefined` when that cannot be undone. */
  readonly bytes: Buffer | undefined
  /** How `bytes` is sent: as it came where nothing was changed, in the same encoding otherwise. */
  close(bytes: Buffer): Promise<Buffer>
}

export type OpenBody = (
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  came: Buffer,
) => Promise<OpenedBody>

/** What comes out of an encoding has the same limit as a body, and counts as held like one. */
export function bodyOpener(maxBytes: number, inFlight: BytesInFlight): OpenBody {
  return async ({ headers }, response, came) => {
    const encoding = headers['content-encoding']
    if (isPlain(encoding) || came.length === 0)
      return { bytes: came, close: async (bytes) => bytes }
    const bytes = await decodeBody(came, encoding, maxBytes)
    if (bytes) inFlight.take(response, bytes.length)
    return {
      bytes,
      close: async (sent) => (sent === bytes ? came : ((await encodeBody(sent, encoding)) ?? came)),
    }
  }
}
