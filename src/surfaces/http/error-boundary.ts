import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../errors.ts'
import { toEngineError } from './error-projections.ts'
import { type SayTo, sayTo } from './say-to.ts'
import { sendRefusal } from './send.ts'

/** Answers one request. Whatever it throws is answered for it. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Nothing that goes wrong with one request gets past it: a refusal is sent, anything else is a fault
 * that `onFault` hears of, and where not even a refusal can be sent the connection is closed.
 */
export function withErrorBoundary(
  answer: Answer,
  onFault: (error: unknown) => void,
  tell: SayTo = sayTo(undefined),
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    // A response that is written to after its end tells so here, and to nobody else.
    response.on('error', onFault)
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof EngineError)) onFault(error)
      refuse(response, toEngineError(error), tell, onFault)
    })
  }
}

function refuse(
  response: ServerResponse,
  error: EngineError,
  tell: SayTo,
  onFault: (error: unknown) => void,
): void {
  try {
    sendRefusal(response, error, tell(response.req.headers['accept-language']))
  } catch (fault) {
    response.destroy()
    onFault(fault)
  }
}

/** Where a fault came from, for the log. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
