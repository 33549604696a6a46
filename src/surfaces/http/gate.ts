import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type AccessTokens,
  type Caller,
  defaultNamespace,
  type KnownToken,
  type RequestLimits,
  tokenPattern,
} from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { counted, phrase } from '../../phrase.ts'

interface GateDeps {
  readonly tokens: Pick<AccessTokens, 'check'>
  readonly limits: RequestLimits
  /** The token of the environment, which allows everything. */
  readonly token: string | undefined
  /** Whether those who bring no token stay outside. */
  readonly isTokenNeeded: boolean
}

/** Who comes with this request; rejects when its token does not open the door. */
type Gate = (request: IncomingMessage) => Promise<Caller | undefined>

/** A token that is brought is checked, also where none is needed: a revoked one opens nothing. */
export function createGate({ tokens, limits, token, isTokenNeeded }: GateDeps): Gate {
  return async (request) => {
    const brought = broughtToken(request, token)
    if (brought === undefined) {
      if (isTokenNeeded) throw tokenInvalid()
      return undefined
    }
    if (token !== undefined && isEqual(brought, token)) return environmentCaller
    const known = await tokens.check(brought)
    if (!known) throw tokenInvalid()
    countRequest(limits, known)
    return known.caller
  }
}

function countRequest(
  limits: RequestLimits,
  { id, caller, requestsPerMinute: most }: KnownToken,
): void {
  const waitMs = most === undefined ? 0 : limits.take(id, most)
  if (most !== undefined && waitMs > 0) throw rateLimited(caller.name, most, waitMs)
}

/** Whether the token of the environment, or the text of any token, is in this header. */
export function holdsToken(value: string, token: string | undefined): boolean {
  return tokenPattern.test(value) || (token !== undefined && value.includes(token))
}

const environmentCaller: Caller = {
  name: 'environment',
  scope: 'admin',
  namespace: defaultNamespace,
}

/**
 * `x-tamis-token` is always meant for us; the headers where clients put the key of a provider only
 * when they hold a token of ours instead.
 */
function broughtToken({ headers }: IncomingMessage, token: string | undefined): string | undefined {
  const own = headers['x-tamis-token']
  if (own !== undefined) return String(own)
  const bearer = headers.authorization?.match(/^Bearer (.+)$/i)?.[1]
  for (const value of [bearer, headers['x-api-key'], headers['x-goog-api-key']])
    if (typeof value === 'string' && holdsToken(value, token)) return value
  return undefined
}

function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

function tokenInvalid(): EngineError {
  return new EngineError('token_invalid', 'A valid token is needed.', {
    hint: 'Send it as `x-tamis-token`, or as a bearer. `tamis token create` makes one.',
  })
}

function rateLimited(name: string, perMinute: number, waitMs: number): EngineError {
  const seconds = Math.ceil(waitMs / 1000)
  const allowed = counted(
    perMinute,
    '{2} may send {1} request a minute',
    '{2} may send {1} requests a minute',
    name,
  )
  return new EngineError('rate_limited', allowed, {
    hint: phrase`Come back in ${seconds} s.`,
    details: { retry_after_s: seconds },
  })
}
