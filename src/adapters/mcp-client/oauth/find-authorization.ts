import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverOAuthServerInfo,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { HttpDefinition } from '../definition.ts'
import { loginFailed } from './login-errors.ts'

/** Where logins for a server are made, and for what. */
export interface Authorization {
  readonly server: string
  readonly metadata: AuthorizationServerMetadata
  /** What a token must be meant for; sent as the server itself writes it. */
  readonly resource: string | undefined
  readonly scope: string | undefined
}

/** Asks a server who makes its logins: its challenge, its metadata, and those of its authorization server. */
export async function findAuthorization(
  definition: HttpDefinition,
  fetch: Fetch,
  wantedScope: string | undefined,
): Promise<Authorization> {
  const { name, url, oauth } = definition
  const challenge = await challengeOf(definition, fetch)
  const info = await discoverOAuthServerInfo(url, {
    fetchFn: fetch,
    ...(challenge.resourceMetadataUrl
      ? { resourceMetadataUrl: challenge.resourceMetadataUrl }
      : {}),
  })
  const { authorizationServerMetadata: metadata, resourceMetadata } = info
  if (!metadata) throw loginFailed(name, 'it names no server that makes logins')
  const resource = resourceMetadata?.resource
  if (
    resource !== undefined &&
    !checkResourceAllowed({ requestedResource: url, configuredResource: resource })
  )
    throw loginFailed(name, `it says that its logins are for ${resource}, which is another address`)
  const scope =
    wantedScope ?? oauth?.scope ?? challenge.scope ?? resourceMetadata?.scopes_supported?.join(' ')
  return { server: info.authorizationServerUrl, metadata, resource, scope }
}

/** What the server answers to somebody it does not know. */
async function challengeOf(
  { url, connectTimeoutMs }: HttpDefinition,
  fetch: Fetch,
): Promise<ReturnType<typeof extractWWWAuthenticateParams>> {
  const answer = await fetch(url, {
    method: 'GET',
    headers: { accept: 'text/event-stream' },
    signal: AbortSignal.timeout(connectTimeoutMs),
  })
  await answer.body?.cancel()
  return answer.status === 401 || answer.status === 403 ? extractWWWAuthenticateParams(answer) : {}
}
