import { createMcpHandler } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { type Profile, profiles } from '../../operations/operation.ts'
import type { Visitor } from '../../operations/visitor.ts'
import { requirePlainShape } from '../http/json-body.ts'
import { createRelayDesk } from './relay-desk.ts'
import { type RelayLimits, relayOverHttp } from './relay-over-http.ts'
import { createRelaySessions } from './relay-sessions.ts'
import { createMcpServer, type McpDeps } from './server.ts'

export interface McpEndpoint {
  /** `/mcp?profile=…`. */
  readonly fetch: (
    request: Request,
    visitor: Visitor,
    body: Buffer | undefined,
  ) => Promise<Response>
  /** `/mcp/<server>`: one upstream, everything it offers. */
  readonly relay: (
    server: string,
    request: Request,
    visitor: Visitor,
    body: Buffer | undefined,
  ) => Promise<Response>
  /** Tokens behind sessions that are open. */
  owners(): readonly string[]
  endOwned(owners: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** MCP over Streamable HTTP, for clients of both protocol eras. */
export function createMcpEndpoint(
  deps: Omit<McpDeps, keyof Visitor>,
  { maxBodyBytes, closing }: RelayLimits,
): McpEndpoint {
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) =>
      createMcpServer({ ...deps, ...visitorIn(authInfo?.extra) }, profileOf(requestInfo)),
    { maxRequestBodySize: maxBodyBytes },
  )
  const sessions = createRelaySessions({ maxBodyBytes, closing }, deps.onFault)
  return {
    async fetch(request, visitor, body) {
      profileOf(request)
      const checked = withPlainBody(request, body)
      // The token itself stays at the gate.
      return handler.fetch(checked, {
        authInfo: {
          token: '',
          clientId: visitor.caller?.name ?? '',
          scopes: [],
          extra: { visitor },
        },
      })
    },
    async relay(server, request, visitor, body) {
      const desk = createRelayDesk(visitor, server)
      const checked = withPlainBody(request, body)
      return desk.relay.transport === 'http'
        ? relayOverHttp(desk, checked, { maxBodyBytes, closing })
        : sessions.fetch(desk, checked)
    },
    owners: sessions.owners,
    endOwned: sessions.endOwned,
    async close() {
      await handler.close()
      await sessions.close()
    },
  }
}

/** The same request with the body that was read, once that is found plain enough to parse. */
function withPlainBody(request: Request, body: Buffer | undefined): Request {
  if (!body) return request
  requirePlainShape(body)
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, body: new Uint8Array(body), signal })
}

/** The visitor that `fetch` sent along; nobody else can have put one there. */
function visitorIn(extra: Readonly<Record<string, unknown>> | undefined): Visitor {
  const visitor = extra?.visitor as Visitor | undefined
  if (visitor) return visitor
  throw new EngineError('token_invalid', 'Nobody was let in with this request.')
}

function profileOf(request: Request | undefined): Profile {
  const asked = request && new URL(request.url).searchParams.get('profile')
  if (!asked) return 'default'
  const profile = profiles.find((name) => name === asked)
  if (profile) return profile
  throw new EngineError('invalid_input', `There is no profile ${asked}`, {
    hint: `Profiles: ${profiles.join(', ')}.`,
    details: { path: 'profile' },
  })
}
