import { type OAuthClientInformationMixed, registerClient } from '@modelcontextprotocol/client'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { HttpDefinition } from '../definition.ts'
import type { Authorization } from './find-authorization.ts'
import { loginFailed } from './login-errors.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Who we are to an authorization server: as the configuration says, by our own document, or registered now. */
export async function findClient(
  { name, oauth }: HttpDefinition,
  { server, metadata, scope }: Authorization,
  fetch: Fetch,
  redirectUri: string | undefined,
): Promise<OAuthClientInformationMixed> {
  if (oauth?.clientId !== undefined)
    return {
      client_id: oauth.clientId,
      ...(oauth.clientSecret === undefined ? {} : { client_secret: oauth.clientSecret }),
    }
  if (oauth?.clientMetadataUrl && metadata.client_id_metadata_document_supported === true)
    return { client_id: oauth.clientMetadataUrl }
  if (!metadata.registration_endpoint)
    throw loginFailed(
      name,
      'its authorization server registers nobody by itself; set oauth.client_id for this server',
    )
  return registerClient(server, {
    metadata,
    fetchFn: fetch,
    ...(scope === undefined ? {} : { scope }),
    clientMetadata: {
      client_name: 'Tamis',
      redirect_uris: redirectUri === undefined ? [] : [redirectUri],
      response_types: redirectUri === undefined ? [] : ['code'],
      grant_types: [
        redirectUri === undefined ? deviceGrant : 'authorization_code',
        'refresh_token',
      ],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      ...(scope === undefined ? {} : { scope }),
    },
  })
}
