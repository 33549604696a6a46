import type { Fetch } from '../../network/guarded-fetch.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Credentials } from '../../ports/credentials.ts'
import { fillCallerValues } from './caller-values.ts'
import type { HttpDefinition, ServerDefinition } from './definition.ts'
import { personOf, readLogin } from './oauth/login-record.ts'
import type { LoginSession } from './oauth/login-session.ts'
import { unavailable } from './unavailable.ts'

/** As whom a server is used: what differs from person to person. */
export interface Identity {
  /** Empty for all who share one connection. */
  readonly person: string
  /** The definition with the values of this person filled in; throws where one is missing. */
  resolve(): Promise<ServerDefinition>
  /** Sends requests with the login of this person. */
  readonly fetch: Fetch
}

export interface IdentityDeps {
  readonly credentials: Credentials
  readonly fetch: Fetch
  readonly now: () => number
}

export type Identities = (
  definition: ServerDefinition,
  caller: Caller | undefined,
) => Promise<Identity>

export function createIdentities(deps: IdentityDeps): Identities {
  const { credentials } = deps
  const sessions = new Map<string, Promise<LoginSession>>()

  function sessionOf(definition: HttpDefinition, person: string): Promise<LoginSession> {
    const key = JSON.stringify([definition, person])
    const known =
      sessions.get(key) ??
      import('./oauth/login-session.ts').then(({ createLoginSession }) =>
        createLoginSession(deps, definition, person),
      )
    sessions.set(key, known)
    return known
  }

  /** Who has a login uses it; who has none shares everybody's. */
  async function personAt(definition: ServerDefinition, own: string): Promise<string> {
    if (definition.callerNames.length > 0) return own
    if (definition.transport === 'stdio' || own === '') return ''
    return (await readLogin(credentials, definition, own)) ? own : ''
  }

  return async (definition, caller) => {
    const person = await personAt(definition, personOf(caller))
    return {
      person,
      resolve: () => fillCallerValues(credentials, definition, person, caller),
      fetch: async (url, init) => {
        if (definition.transport === 'stdio') return deps.fetch(url, init)
        const { authorizedFetch } = await import('./oauth/authorized-fetch.ts')
        const session = await sessionOf(definition, person)
        return refusePage(
          definition,
          await authorizedFetch(definition, session, deps.fetch)(url, init),
        )
      },
    }
  }
}

/** A web page is no MCP server, whatever its status says. */
async function refusePage({ name, url }: HttpDefinition, answer: Response): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  await answer.body?.cancel()
  throw unavailable(
    name,
    `a web page answers at ${url} (status ${answer.status}), no MCP server; check its url`,
  )
}
