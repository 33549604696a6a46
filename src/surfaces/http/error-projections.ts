import { english, type Say } from '../../core/text/say.ts'
import { EngineError, errorCodes } from '../../errors.ts'

/** How a refusal looks in a body, at every door that speaks HTTP. */
export function httpError({ code, said, details }: EngineError, say: Say = english): object {
  const hint = said.hint === undefined ? {} : { hint: say(said.hint) }
  const hasDetails = Object.keys(details).length > 0
  return {
    error: { code, message: say(said.message), ...hint, ...(hasDetails ? { details } : {}) },
  }
}

/** The same as JSON-RPC says it: the number of our table, and the rest beside it. */
export function rpcError({ code, message, hint, details }: EngineError): {
  readonly code: number
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
} {
  const data = { ...details, code, message, ...(hint ? { hint } : {}) }
  return { code: errorCodes[code].rpc, message, data }
}

/** The same as the text of a tool's result. */
export function toolError(error: EngineError): string {
  return JSON.stringify(rpcError(error).data)
}

/** Any failure as a refusal; what is not one of ours tells nothing of our insides. */
export function toEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause
  return new EngineError('internal_error', 'Tamis failed on this request', {
    hint: 'The log of the daemon has the cause.',
    cause,
  })
}
