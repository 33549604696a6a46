import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { HttpDefinition } from '../definition.ts'
import { unavailable } from '../unavailable.ts'
import { loginNeeded } from './login-errors.ts'
import type { LoginSession } from './login-session.ts'

/** Sends requests with the login of one person, renews it when it is refused, and says what to run where that is not enough. */
export function authorizedFetch(
  { name, headers }: HttpDefinition,
  session: LoginSession,
  send: Fetch,
): Fetch {
  // A header of the configuration says who is calling: no login is put in its place.
  if (Object.keys(headers).some((header) => header.toLowerCase() === 'authorization'))
    return async (url, init) => {
      const answer = await send(url, init)
      if (answer.status !== 401) return answer
      await answer.body?.cancel()
      throw unavailable(name, 'it refused the authorization header of tamis.toml (401)')
    }

  return async (url, init) => {
    const first = await session.bearer()
    const answer = await send(url, withBearer(init, first))
    if (answer.status === 403) await requireScope(answer)
    if (answer.status !== 401) return answer
    await answer.body?.cancel()
    const next = await session.renew(first)
    if (next === undefined) throw loginNeeded(name, 'asks who is calling')
    const again = await send(url, withBearer(init, next))
    if (again.status === 403) await requireScope(again)
    if (again.status !== 401) return again
    await again.body?.cancel()
    throw loginNeeded(name, 'refuses the login it was given')
  }

  /** A right that the login lacks is asked for by logging in again with it. */
  async function requireScope(answer: Response): Promise<void> {
    const { error, scope } = extractWWWAuthenticateParams(answer)
    if (error !== 'insufficient_scope') return
    await answer.body?.cancel()
    throw loginNeeded(name, 'asks for more rights than the login has', scope)
  }
}

function withBearer(init: RequestInit = {}, bearer: string | undefined): RequestInit {
  if (bearer === undefined) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${bearer}`)
  return { ...init, headers }
}
