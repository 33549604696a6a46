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

/** On the answer itself: a map would leave its tables to the collector of memory, and a weak one is slow. */
const heldBytes = Symbol('bytes held')

type Answer = ServerResponse & { [heldBytes]?: number }

/** A single request always finds room, whatever its size: there is another limit for that. `onOver` hears of bytes that are held no more. */
export function createBytesInFlight(
  maxBytes: number,
  onOver: (bytes: number) => void = () => undefined,
): BytesInFlight {
  let total = 0

  function giveBack(answer: Answer): void {
    const bytes = answer[heldBytes] ?? 0
    total -= bytes
    onOver(bytes)
  }

  return {
    take(answer: Answer, bytes) {
      const own = answer[heldBytes]
      if (total + bytes > maxBytes && total > (own ?? 0)) throw tooBusy(maxBytes)
      if (own === undefined) answer.once('close', () => giveBack(answer))
      answer[heldBytes] = (own ?? 0) + bytes
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
