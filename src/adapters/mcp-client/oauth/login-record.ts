import { z } from 'zod'
import type { Caller } from '../../../ports/caller.ts'
import type { Credentials } from '../../../ports/credentials.ts'
import type { HttpDefinition } from '../definition.ts'

const loose = z.looseObject({})

/** All that is kept of one login. */
const loginRecord = z.strictObject({
  /** The address it was made for: it goes nowhere else, whatever the configuration calls that. */
  url: z.string(),
  authorizationServer: z.string(),
  metadata: loose.optional(),
  resource: z.string().optional(),
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional() }),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  scope: z.string().optional(),
  endsAt: z.number().optional(),
})

export type LoginRecord = z.infer<typeof loginRecord>

/** Whose login or credential it is: one token is one person; without a token, everybody's. */
export function personOf(caller: Caller | undefined): string {
  if (caller === undefined) return ''
  return caller.tokenId ?? 'environment'
}

const nameOf = (server: string, person: string): readonly string[] => ['login', server, person]

export async function readLogin(
  credentials: Credentials,
  { name, url }: HttpDefinition,
  person: string,
): Promise<LoginRecord | undefined> {
  const text = await credentials.read(nameOf(name, person))
  if (text === undefined) return undefined
  const record = loginRecord.parse(JSON.parse(text))
  return record.url === url ? record : undefined
}

export async function writeLogin(
  credentials: Credentials,
  server: string,
  person: string,
  record: LoginRecord,
): Promise<void> {
  await credentials.write(nameOf(server, person), JSON.stringify(record))
}

export async function removeLogin(
  credentials: Credentials,
  server: string,
  person: string,
): Promise<boolean> {
  return credentials.remove(nameOf(server, person))
}

/** Server and person of every login that is kept. */
export async function listLogins(
  credentials: Credentials,
): Promise<readonly { readonly server: string; readonly person: string }[]> {
  return (await credentials.names()).flatMap(([kind, server, person]) =>
    kind === 'login' && server !== undefined && person !== undefined ? [{ server, person }] : [],
  )
}
