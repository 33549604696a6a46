import type { ServerResponse } from 'node:http'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** Bodies that are held at the moment, of all requests together. */
export interface BytesInFlight {
  /** Counts bytes as held until the answer is over; refuses when that would be too many at once. */
  take(response: ServerResponse, bytes: number): void
  held(): number
}

/** Clients wait at least this long before they try again. */
const retryAfterS = 2

/** A single request always finds room, whatever its size: there is another limit for that. */
export function createBytesInFlight(maxBytes: number): BytesInFlight {
  // Weak, for the collector of memory: the tables a map has outgrown lead to the newer ones, and all
  // answers that ever stood in them would be kept until a full collection.
  const byAnswer = new WeakMap<ServerResponse, number>()
  let total = 0

  function giveBack(response: ServerResponse): void {
    total -= byAnswer.get(response) ?? 0
    byAnswer.delete(response)
  }

  return {
    take(response, bytes) {
      const own = byAnswer.get(response)
      if (total + bytes > maxBytes && total > (own ?? 0)) throw tooBusy(maxBytes)
      if (own === undefined) response.once('close', () => giveBack(response))
      byAnswer.set(response, (own ?? 0) + bytes)
      total += bytes
    },
    held: () => total,
  }
}

function tooBusy(maxBytes: number): EngineError {
  return new EngineError('too_busy', phrase`Requests of ${maxBytes} bytes in all are under way`, {
    hint: 'Try again in a moment, or raise server.max_bytes_in_flight in tamis.toml.',
    details: { retry_after_s: retryAfterS },
  })
}
