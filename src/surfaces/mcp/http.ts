import { randomUUID } from 'node:crypto'
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
  limits: RelayLimits,
): McpEndpoint {
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) =>
      createMcpServer({ ...deps, ...visitorIn(authInfo?.extra) }, profileOf(requestInfo)),
    { maxRequestBodySize: limits.maxBodyBytes },
  )
  const sessions = createRelaySessions(limits, deps.onFault)
  return {
    async fetch(request, visitor, body) {
      profileOf(request)
      const checked = withPlainBody(request, body)
      const session = sessionOf(request)
      // The token itself stays at the gate.
      const answer = await handler.fetch(checked, {
        authInfo: {
          token: '',
          clientId: visitor.caller?.name ?? '',
          scopes: [],
          extra: { visitor: { ...visitor, session } },
        },
      })
      if (answer.ok && body && beginsSession(body)) answer.headers.set(sessionHeader, randomUUID())
      return answer
    },
    async relay(server, request, visitor, body) {
      const desk = createRelayDesk(visitor, server)
      const checked = withPlainBody(request, body)
      return desk.relay.transport === 'http'
        ? relayOverHttp(desk, checked, limits)
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

const sessionHeader = 'mcp-session-id'
const longestSession = 200
const longestGreeting = 20_000

/**
 * The name that a client of the older era was given for its session. It only tells clients apart, for
 * what they are shown and learn: nothing is opened by it, and an unknown one is as good.
 */
function sessionOf(request: Request): string | undefined {
  const name = request.headers.get(sessionHeader)
  return name === null || name.length > longestSession ? undefined : name
}

/** A client that says hello is given a name; those of the newer era never do, and have no session. */
function beginsSession(body: Buffer): boolean {
  if (body.length > longestGreeting) return false
  const asked: unknown = JSON.parse(body.toString())
  return typeof asked === 'object' && asked !== null && 'method' in asked
    ? asked.method === 'initialize'
    : false
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
