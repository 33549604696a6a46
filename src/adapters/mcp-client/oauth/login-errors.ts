import { OAuthError } from '@modelcontextprotocol/client'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { messageOf } from '../unavailable.ts'

/** A server that wants to know who is calling; the hint is what to run. */
export function loginNeeded(server: string, why: string, scope?: string): EngineError {
  const more = scope === undefined ? '' : ` --scope ${JSON.stringify(scope)}`
  return new EngineError('login_needed', phrase`${server} ${why}`, {
    hint: phrase`Run \`tamis gateway login ${server}${more}\`.`,
    details: { server, ...(scope === undefined ? {} : { scope }) },
  })
}

/** A login that did not come about. Of what the other side said only its code is repeated: the rest may hold a secret. */
export function loginFailed(server: string, reason: unknown): EngineError {
  if (reason instanceof EngineError) return reason
  const why = typeof reason === 'string' ? reason : reasonIn(reason)
  return new EngineError('login_failed', phrase`The login at ${server} failed: ${why}`, {
    hint: phrase`Run \`tamis gateway login ${server}\` to begin again.`,
    details: { server },
  })
}

function reasonIn(error: unknown): string {
  return error instanceof OAuthError ? error.code : messageOf(error)
}
