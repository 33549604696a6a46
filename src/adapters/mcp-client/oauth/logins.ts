import { randomBytes } from 'node:crypto'
import {
  exchangeAuthorization,
  type OAuthClientInformationMixed,
  startAuthorization,
} from '@modelcontextprotocol/client'
import { EngineError } from '../../../errors.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { LoginBegun, LoginFacts, UpstreamLogins } from '../../../ports/upstream-logins.ts'
import type { HttpDefinition, ServerDefinition } from '../definition.ts'
import { askDeviceLogin, beginDeviceLogin } from './device-login.ts'
import { type Authorization, findAuthorization } from './find-authorization.ts'
import { findClient } from './find-client.ts'
import { loginFailed } from './login-errors.ts'
import {
  type LoginRecord,
  listLogins,
  personOf,
  readLogin,
  removeLogin,
  writeLogin,
} from './login-record.ts'
import { type SessionDeps, tokenFacts } from './login-session.ts'

/** A login that was begun; kept in memory alone. */
interface Begun {
  readonly definition: HttpDefinition
  readonly person: string
  readonly authorization: Authorization
  readonly client: OAuthClientInformationMixed
  readonly proof: { readonly verifier: string; readonly redirectUri: string } | { code: string }
  readonly endsAt: number
}

const patienceMs = 10 * 60_000
const mostBegun = 100

export function createLogins(
  deps: SessionDeps,
  definitionOf: (server: string) => ServerDefinition,
): UpstreamLogins {
  const { credentials, fetch, now } = deps
  const begun = new Map<string, Begun>()

  function remember(id: string, login: Begun): void {
    for (const [other, { endsAt }] of begun) if (endsAt <= now()) begun.delete(other)
    const [oldest] = begun.keys()
    if (begun.size >= mostBegun && oldest !== undefined) begun.delete(oldest)
    begun.set(id, login)
  }

  /** Only who began a login ends it: a state that somebody else got hold of is worth nothing. */
  function recall(id: string, caller: Caller | undefined): Begun {
    const login = begun.get(id)
    if (login && login.person === personOf(caller) && login.endsAt > now()) return login
    throw new EngineError('login_failed', 'No login of yours was begun with this answer', {
      hint: 'Begin again: `tamis gateway login NAME`. An answer counts once, for ten minutes.',
    })
  }

  async function keep(login: Begun, tokens: Parameters<typeof tokenFacts>[0]): Promise<LoginFacts> {
    const { definition, person, authorization, client } = login
    const record: LoginRecord = {
      url: definition.url,
      authorizationServer: authorization.server,
      metadata: authorization.metadata,
      resource: authorization.resource,
      client: { ...client },
      scope: authorization.scope,
      ...tokenFacts(tokens, now()),
    }
    await writeLogin(credentials, definition.name, person, record)
    return factsOf(definition.name, person, record)
  }

  async function finishInBrowser(caller: Caller | undefined, url: string): Promise<LoginFacts> {
    const { searchParams } = new URL(url)
    const state = searchParams.get('state') ?? ''
    const login = recall(state, caller)
    begun.delete(state)
    const { definition, authorization, client, proof } = login
    const code = searchParams.get('code')
    const iss = searchParams.get('iss')
    if (code === null || 'code' in proof)
      throw loginFailed(definition.name, plainCode(searchParams.get('error')))
    try {
      const tokens = await exchangeAuthorization(authorization.server, {
        metadata: authorization.metadata,
        clientInformation: client,
        authorizationCode: code,
        // Checked against the issuer before the code is used.
        ...(iss === null ? {} : { iss }),
        codeVerifier: proof.verifier,
        redirectUri: proof.redirectUri,
        ...(authorization.resource === undefined ? {} : { resource: authorization.resource }),
        fetchFn: fetch,
      })
      return await keep(login, tokens)
    } catch (error) {
      throw loginFailed(definition.name, error)
    }
  }

  async function finishOnDevice(
    caller: Caller | undefined,
    id: string,
  ): Promise<LoginFacts | undefined> {
    const login = recall(id, caller)
    const { definition, authorization, client, proof } = login
    const code = 'code' in proof ? proof.code : ''
    const answer = await askDeviceLogin(authorization, client, code, fetch).catch(
      (error: unknown) => {
        throw loginFailed(definition.name, error)
      },
    )
    if ('error' in answer) {
      if (answer.error === 'authorization_pending' || answer.error === 'slow_down') return undefined
      begun.delete(id)
      throw loginFailed(definition.name, plainCode(String(answer.error)))
    }
    begun.delete(id)
    return keep(login, answer as Parameters<typeof tokenFacts>[0])
  }

  return {
    async begin(server, { caller, redirectUri, scope }) {
      const definition = requireHttp(definitionOf(server))
      if (redirectUri !== undefined) requireLoopback(redirectUri)
      try {
        const authorization = await findAuthorization(definition, fetch, scope)
        const client = await findClient(definition, authorization, fetch, redirectUri)
        const login = { definition, person: personOf(caller), authorization, client }
        return redirectUri === undefined
          ? await beginOnDevice(login)
          : await beginInBrowser(login, redirectUri)
      } catch (error) {
        throw loginFailed(server, error)
      }
    },
    finish: (caller, answer) =>
      answer.kind === 'browser'
        ? finishInBrowser(caller, answer.url)
        : finishOnDevice(caller, answer.id),
    logout: (server, caller) => removeLogin(credentials, server, personOf(caller)),
    async list() {
      const known = await listLogins(credentials)
      const facts = await Promise.all(
        known.map(async ({ server, person }) => {
          const definition = definedOr(definitionOf, server)
          if (!definition || definition.transport === 'stdio') return []
          const record = await readLogin(credentials, definition, person)
          return record ? [factsOf(server, person, record)] : []
        }),
      )
      return facts.flat()
    },
  }

  async function beginInBrowser(
    login: Omit<Begun, 'proof' | 'endsAt'>,
    redirectUri: string,
  ): Promise<LoginBegun> {
    const { server, metadata, resource, scope } = login.authorization
    const state = randomBytes(24).toString('base64url')
    const { authorizationUrl, codeVerifier } = await startAuthorization(server, {
      metadata,
      clientInformation: login.client,
      redirectUrl: redirectUri,
      state,
      ...(scope === undefined ? {} : { scope }),
      ...(resource === undefined ? {} : { resource }),
    })
    const proof = { verifier: codeVerifier, redirectUri }
    remember(state, { ...login, proof, endsAt: now() + patienceMs })
    return { kind: 'browser', url: authorizationUrl.href, state }
  }

  async function beginOnDevice(login: Omit<Begun, 'proof' | 'endsAt'>): Promise<LoginBegun> {
    const device = await beginDeviceLogin(login.authorization, login.client, fetch)
    if (!device)
      throw loginFailed(login.definition.name, 'its authorization server knows no device codes')
    const id = randomBytes(24).toString('base64url')
    const expiresInMs = device.expires_in * 1000
    remember(id, { ...login, proof: { code: device.device_code }, endsAt: now() + expiresInMs })
    return {
      kind: 'device',
      id,
      url: device.verification_uri_complete ?? device.verification_uri,
      code: device.user_code,
      intervalMs: device.interval * 1000,
      expiresInMs,
    }
  }
}

function factsOf(server: string, person: string, record: LoginRecord): LoginFacts {
  return {
    server,
    person,
    ...(record.scope === undefined ? {} : { scope: record.scope }),
    ...(record.endsAt === undefined ? {} : { endsAt: record.endsAt }),
    isRenewable: record.refreshToken !== undefined,
  }
}

/** Codes of the protocol are plain words; anything else is not repeated. */
function plainCode(code: string | null): string {
  return code !== null && /^[a-z_]{1,40}$/.test(code) ? code : 'no code came back'
}

/** The browser may only be sent back to the machine that it is on. */
function requireLoopback(redirectUri: string): void {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  throw new EngineError('invalid_input', 'redirect_uri must be on http://127.0.0.1', {
    details: { path: 'redirect_uri' },
  })
}

function requireHttp(definition: ServerDefinition): HttpDefinition {
  if (definition.transport !== 'stdio') return definition
  throw loginFailed(definition.name, 'it is started here and has no address to log in at')
}

function definedOr(
  definitionOf: (server: string) => ServerDefinition,
  server: string,
): ServerDefinition | undefined {
  try {
    return definitionOf(server)
  } catch {
    return undefined
  }
}
