import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A real authorization server from npm and an MCP server that it protects, on loopback. */
export interface ProtectedStage {
  /** The MCP server. */
  readonly url: string
  readonly issuer: string
  /** Who sits at the browser, and whether they agree. */
  person: { name: string; agrees: boolean }
  /** What tokens are made for; the MCP server's own address unless a test says otherwise. */
  audience: string
  /** What the MCP server says tokens must be meant for. */
  resource: string
  /** Bearers that the MCP server saw, newest last. */
  readonly seen: string[]
  /** Ends every access token, as time would. */
  expire(): Promise<void>
  /** Takes back all that people agreed to. */
  revoke(): Promise<void>
  /** Opens an address as a browser would, and gives the one it is sent to at last. */
  browse(url: string): Promise<string>
  /** Types a code in on another device. */
  typeIn(url: string): Promise<void>
  close(): void
}

interface Kept {
  readonly model: string
  readonly id: string
  payload: Record<string, unknown>
}

export const machine = { client_id: 'machine', client_secret: 'a-secret-of-the-machine' }

export async function startProtected(): Promise<ProtectedStage> {
  const kept = new Map<string, Kept>()
  const authorization = createServer()
  const resourceServer = createServer()
  const issuer = await listen(authorization)
  const url = `${await listen(resourceServer)}/mcp`
  const stage: Omit<ProtectedStage, 'browse' | 'typeIn' | 'close' | 'expire' | 'revoke'> = {
    ...{ url, issuer, audience: url, resource: url, seen: [] },
    person: { name: 'ann', agrees: true },
  }
  const provider = createProvider(issuer, kept, () => stage)
  authorization.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    agree(provider, stage, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  resourceServer.on('request', (request, response) => {
    serveMcp(provider, stage, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const drop = async (models: readonly string[]): Promise<void> => {
    for (const [key, { model }] of kept) if (models.includes(model)) kept.delete(key)
  }
  return Object.assign(stage, {
    expire: () => drop(['AccessToken', 'ClientCredentials']),
    revoke: () => drop(['AccessToken', 'RefreshToken', 'Grant', 'Session']),
    browse,
    typeIn,
    close() {
      for (const server of [authorization, resourceServer]) server.close().closeAllConnections()
    },
  })
}

function createProvider(
  issuer: string,
  kept: Map<string, Kept>,
  stage: () => { readonly audience: string },
): Provider {
  const scopes = 'mcp:read mcp:admin'
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(kept),
    clients: [
      {
        ...machine,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'offline_access', ...scopes.split(' ')],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    features: {
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => stage().audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience: stage().audience,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: async (_context: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    cookies: { keys: ['a key of the test'] },
    ttl: { AccessToken: 3600, ClientCredentials: 3600, RefreshToken: 86_400, Grant: 86_400 },
    pkce: { required: () => true },
  })
  provider.proxy = true
  return provider
}

/** The page where a person agrees, without the page. */
async function agree(
  provider: Provider,
  { person }: Pick<ProtectedStage, 'person'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  const { params, prompt } = details
  if (!person.agrees) {
    const refused = { error: 'access_denied', error_description: 'The person said no' }
    return provider.interactionFinished(request, response, refused)
  }
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: person.name } })
  const grant = new provider.Grant({
    accountId: details.session?.accountId ?? person.name,
    clientId: String(params.client_id),
  })
  const asked = String(params.scope ?? '')
  grant.addOIDCScope(asked)
  grant.addResourceScope(String(params.resource), asked)
  const grantId = await grant.save()
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId } },
    {
      mergeWithLastSubmission: true,
    },
  )
}

async function serveMcp(
  provider: Provider,
  stage: Pick<ProtectedStage, 'url' | 'issuer' | 'resource' | 'seen'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const origin = new URL(stage.url).origin
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  const send = (status: number, body: unknown, headers = {}): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  if (request.url?.startsWith('/.well-known/oauth-protected-resource'))
    return send(200, {
      resource: stage.resource,
      authorization_servers: [stage.issuer],
      scopes_supported: ['mcp:read'],
    })
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (bearer !== '') stage.seen.push(bearer)
  const token =
    (await provider.AccessToken.find(bearer)) ?? (await provider.ClientCredentials.find(bearer))
  const challenge = `Bearer resource_metadata="${metadata}"`
  if (!token || token.isExpired || token.aud !== stage.url)
    return send(401, { error: 'invalid_token' }, { 'www-authenticate': challenge })
  if (request.method !== 'POST') return send(405, {})
  let body = ''
  for await (const chunk of request) body += chunk
  const { id, method, params } = JSON.parse(body)
  if (id === undefined) return void response.writeHead(202).end()
  const isAdmin = params?.name === 'delete_everything'
  if (isAdmin && !token.scope?.includes('mcp:admin'))
    return send(
      403,
      {},
      {
        'www-authenticate': `${challenge}, error="insufficient_scope", scope="mcp:read mcp:admin"`,
      },
    )
  const who = token.accountId ?? token.clientId
  const answer = answers[method as keyof typeof answers]?.(params, who)
  send(
    200,
    answer ? { jsonrpc: '2.0', id, result: answer } : { jsonrpc: '2.0', id, error: unknown },
  )
}

const unknown = { code: -32601, message: 'Method not found' }
const inputSchema = { type: 'object', properties: {} }
const answers = {
  initialize: (params: { protocolVersion: string }) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'protected', version: '1' },
  }),
  'tools/list': () => ({
    tools: [
      { name: 'whoami', description: 'Says who is calling', inputSchema },
      { name: 'delete_everything', description: 'Needs more rights', inputSchema },
    ],
  }),
  'tools/call': (_params: unknown, who: string) => ({ content: [{ type: 'text', text: who }] }),
}

/** Follows redirects with cookies until one leads away from the authorization server. */
async function browse(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    await answer.body?.cancel()
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`the browser ended at ${url} with ${answer.status}`)
    url = new URL(next, url).href
    if (new URL(url).pathname === '/callback') return url
  }
  throw new Error('the browser was sent around in circles')
}

/** The pages of a device login: type the code in, confirm it, agree. */
async function typeIn(start: string): Promise<void> {
  const cookies = new Map<string, string>()
  let [url, init]: [string, RequestInit] = [start, {}]
  for (let step = 0; step < 20; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie },
    })
    for (const one of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const page = await answer.text()
    const next = answer.headers.get('location')
    const form = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (next !== null) [url, init] = [new URL(next, url).href, {}]
    else if (form !== undefined) {
      const fields = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
      const body = new URLSearchParams(
        fields.map(([, name = '', value = '']): [string, string] => [name, value]),
      )
      if (/name="confirm"|value="yes"/.test(page)) body.set('confirm', 'yes')
      url = new URL(form, url).href
      init = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }
    } else return
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The store of the authorization server, in memory and in the hands of the test. */
function memoryAdapter(kept: Map<string, Kept>) {
  return (model: string) => {
    const key = (id: string): string => `${model}:${id}`
    const found = (id: string) => kept.get(key(id))?.payload
    const by = (name: string, value: string) =>
      [...kept.values()].find((one) => one.model === model && one.payload[name] === value)?.payload
    return {
      upsert: async (id: string, payload: Record<string, unknown>) =>
        void kept.set(key(id), { model, id, payload }),
      find: async (id: string) => found(id),
      findByUserCode: async (code: string) => by('userCode', code),
      findByUid: async (uid: string) => by('uid', uid),
      consume: async (id: string) => {
        const payload = found(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id: string) => void kept.delete(key(id)),
      revokeByGrantId: async (grantId: string) => {
        for (const [name, { payload }] of kept) if (payload.grantId === grantId) kept.delete(name)
      },
    }
  }
}
