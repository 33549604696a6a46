import {
  assertSecureTokenEndpoint,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { Authorization } from './find-authorization.ts'
import { deviceGrant } from './find-client.ts'

const begun = z.looseObject({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url({ protocol: /^https?$/ }),
  verification_uri_complete: z.url({ protocol: /^https?$/ }).optional(),
  expires_in: z.number(),
  interval: z.number().default(5),
})

const answered = z.union([
  z.looseObject({
    access_token: z.string(),
    refresh_token: z.string().optional(),
    expires_in: z.coerce.number().optional(),
    scope: z.string().optional(),
  }),
  z.looseObject({ error: z.string() }),
])

type DeviceAnswer = z.infer<typeof answered>

/** Asks for a code that a person types in on any device (RFC 8628); `undefined` where that is not offered. */
export async function beginDeviceLogin(
  { metadata, resource, scope }: Authorization,
  client: OAuthClientInformationMixed,
  fetch: Fetch,
): Promise<z.infer<typeof begun> | undefined> {
  const { device_authorization_endpoint: endpoint } = z
    .looseObject({ device_authorization_endpoint: z.string().optional() })
    .parse(metadata)
  if (endpoint === undefined) return undefined
  const answer = await post(fetch, endpoint, {
    ...identity(client),
    ...(scope === undefined ? {} : { scope }),
    ...(resource === undefined ? {} : { resource }),
  })
  return begun.parse(answer)
}

/** One question whether the person has agreed. */
export async function askDeviceLogin(
  { metadata, resource }: Authorization,
  client: OAuthClientInformationMixed,
  deviceCode: string,
  fetch: Fetch,
): Promise<DeviceAnswer> {
  return answered.parse(
    await post(fetch, metadata.token_endpoint, {
      ...identity(client),
      grant_type: deviceGrant,
      device_code: deviceCode,
      ...(resource === undefined ? {} : { resource }),
    }),
  )
}

function identity({ client_id, client_secret }: OAuthClientInformationMixed) {
  return { client_id, ...(client_secret === undefined ? {} : { client_secret }) }
}

async function post(
  fetch: Fetch,
  endpoint: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await fetch(assertSecureTokenEndpoint(endpoint), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  })
  return answer.json()
}
