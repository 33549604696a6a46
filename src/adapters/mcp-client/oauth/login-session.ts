import {
  auth,
  ClientCredentialsProvider,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
} from '@modelcontextprotocol/client'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { Credentials } from '../../../ports/credentials.ts'
import type { HttpDefinition } from '../definition.ts'
import { messageOf, unavailable } from '../unavailable.ts'
import { loginNeeded } from './login-errors.ts'
import { type LoginRecord, readLogin, removeLogin, writeLogin } from './login-record.ts'

/** The access of one person to one server, renewed when it ends. */
export interface LoginSession {
  /** `undefined` where nobody logged in. */
  bearer(): Promise<string | undefined>
  /** Another one in place of one that was refused; `undefined` where there is none to be had. */
  renew(refused: string | undefined): Promise<string | undefined>
}

export interface SessionDeps {
  readonly credentials: Credentials
  readonly fetch: Fetch
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** So long before its end a token is renewed, so that it does not end on its way. */
const headStartMs = 30_000

export function createLoginSession(
  deps: SessionDeps,
  definition: HttpDefinition,
  person: string,
): LoginSession {
  if (definition.oauth?.grant === 'client_credentials') return machineSession(deps, definition)
  const { credentials, now } = deps
  let renewing: Promise<string | undefined> | undefined

  async function renewOnce(refused: string | undefined): Promise<string | undefined> {
    const record = await readLogin(credentials, definition, person)
    // Somebody else may have renewed it, or logged in again.
    if (record && record.accessToken !== refused) return record.accessToken
    if (record?.refreshToken === undefined) return undefined
    const next = await refreshed(deps, definition, person, record, record.refreshToken)
    await writeLogin(credentials, definition.name, person, next)
    return next.accessToken
  }

  /** One at a time: a token that renews once must not be used twice. */
  function renew(refused: string | undefined): Promise<string | undefined> {
    renewing ??= renewOnce(refused).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    async bearer() {
      const record = await readLogin(credentials, definition, person)
      const isEnding = record?.endsAt !== undefined && record.endsAt - now() < headStartMs
      if (!record || !isEnding || record.refreshToken === undefined) return record?.accessToken
      return renew(record.accessToken)
    },
    renew,
  }
}

async function refreshed(
  { credentials, fetch, now }: SessionDeps,
  definition: HttpDefinition,
  person: string,
  record: LoginRecord,
  refreshToken: string,
): Promise<LoginRecord> {
  const { name } = definition
  try {
    const tokens = await refreshAuthorization(record.authorizationServer, {
      metadata: record.metadata as never,
      clientInformation: record.client,
      refreshToken,
      ...(record.resource === undefined ? {} : { resource: record.resource }),
      fetchFn: fetch,
    })
    return { ...record, ...tokenFacts(tokens, now()) }
  } catch (error) {
    const isOver =
      error instanceof OAuthError &&
      (error.code === OAuthErrorCode.InvalidGrant || error.code === OAuthErrorCode.InvalidClient)
    if (!isOver) throw unavailable(name, `its login could not be renewed: ${messageOf(error)}`)
    await removeLogin(credentials, name, person)
    throw loginNeeded(name, 'no longer accepts the login it was given')
  }
}

/** What a record keeps of the tokens that came. */
export function tokenFacts(
  tokens: {
    readonly access_token: string
    readonly refresh_token?: string | undefined
    readonly expires_in?: number | undefined
    readonly scope?: string | undefined
  },
  now: number,
): Pick<LoginRecord, 'accessToken' | 'refreshToken' | 'endsAt' | 'scope'> {
  return {
    accessToken: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
    ...(tokens.scope === undefined ? {} : { scope: tokens.scope }),
    endsAt: tokens.expires_in === undefined ? undefined : now + tokens.expires_in * 1000,
  }
}

/** A machine that logs in for itself, by a secret of the environment; nothing is kept. */
function machineSession({ fetch }: SessionDeps, definition: HttpDefinition): LoginSession {
  const { name, url, oauth } = definition
  const provider = new ClientCredentialsProvider({
    clientId: oauth?.clientId ?? '',
    clientSecret: oauth?.clientSecret ?? '',
    ...(oauth?.scope === undefined ? {} : { scope: oauth.scope }),
  })
  async function renew(): Promise<string | undefined> {
    await auth(provider, { serverUrl: url, fetchFn: fetch }).catch((error: unknown) => {
      const why = error instanceof OAuthError ? error.code : messageOf(error)
      throw unavailable(name, `its authorization server gave no access: ${why}`)
    })
    return provider.tokens()?.access_token
  }
  let renewing: Promise<string | undefined> | undefined
  return {
    bearer: async () => provider.tokens()?.access_token,
    renew: () => {
      renewing ??= renew().finally(() => {
        renewing = undefined
      })
      return renewing
    },
  }
}
