import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import type { Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { type Profile, profiles } from '../../operations/operation.ts'
import { phrase } from '../../phrase.ts'
import { requirePlainShape } from '../http/json-body.ts'
import { createClientSessions, sessionHeader } from './client-sessions.ts'
import { createHeldCalls } from './held-calls.ts'
import { type RelayLimits, relayOverHttp } from './relay-over-http.ts'
import { createRelaySessions } from './relay-sessions.ts'
import { createRelayedServer } from './relayed-server.ts'
import { createMcpServer, type McpDeps } from './server.ts'
import { createTasks } from './tasks/tasks.ts'
import { authOf, visitorIn, visitorOf } from './visitor-of.ts'

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
  { version, onFault }: Pick<McpDeps, 'version' | 'onFault'>,
  limits: RelayLimits,
): McpEndpoint {
  const { maxBodyBytes: maxRequestBodySize, closing } = limits
  const held = createHeldCalls()
  const tasks = createTasks()
  const deps = { version, onFault, held, tasks }
  const createHandler = (): McpHttpHandler =>
    createMcpHandler(
      ({ requestInfo, authInfo }) => {
        const visitor = visitorIn(authInfo?.extra)
        const { offers } = visitor.engine.discovery
        const known = { ...deps, offers, visitorOf: () => visitor }
        return createMcpServer(known, profileOf(requestInfo))
      },
      { maxRequestBodySize },
    )
  const handler = createHandler()
  // Only the list of the transparent profile ever changes: its listeners are told, and no others.
  const transparent = createHandler()
  const watched = new WeakSet<Engine>()
  const watch = (engine: Engine): void => {
    if (watched.has(engine)) return
    watched.add(engine)
    engine.discovery.onToolsChanged(() => transparent.notify.toolsChanged())
  }
  const clients = createClientSessions(maxRequestBodySize, closing, onFault)
  const sessions = createRelaySessions(limits, onFault)
  return {
    async fetch(request, visitor, body) {
      const profile = profileOf(request)
      const checked = withPlainBody(request, body)
      if (await isLegacyRequest(checked, undefined, { maxRequestBodySize })) {
        const { offers, onToolsChanged } = visitor.engine.discovery
        const known = { ...deps, offers, onToolsChanged, visitorOf }
        const open = (): Server => createMcpServer(known, profile)
        const answer = await clients.fetch(checked, visitor, greetingIn(body), open)
        if (answer) return answer
      }
      if (profile === 'transparent') watch(visitor.engine)
      const served = profile === 'transparent' ? transparent : handler
      return served.fetch(
        endingWith(checked, closing),
        authOf({ ...visitor, session: sessionOf(request) }),
      )
    },
    async relay(server, request, visitor, body) {
      const upstream = createRelayedServer(visitor, server)
      const checked = withPlainBody(request, body)
      return upstream.relay.transport === 'http'
        ? relayOverHttp(upstream, checked, limits)
        : sessions.fetch(upstream, checked)
    },
    owners: () => [...sessions.owners(), ...clients.owners(), ...tasks.owners()],
    async endOwned(owners) {
      tasks.endOwned(owners)
      await Promise.all([sessions.endOwned(owners), clients.endOwned(owners)])
    },
    async close() {
      held.close()
      tasks.close()
      await Promise.all([handler.close(), transparent.close(), sessions.close(), clients.close()])
    },
  }
}

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

/** A greeting begins a session; it is never long. What is no JSON is none, and is refused as that later. */
function greetingIn(body: Buffer | undefined): unknown {
  if (!body || body.length > longestGreeting) return undefined
  try {
    return JSON.parse(body.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A stream that waits for news never ends by itself, and would keep a stopping daemon waiting. */
function endingWith(request: Request, closing: AbortSignal): Request {
  if (request.headers.get('mcp-method') !== 'subscriptions/listen') return request
  return new Request(request, { signal: AbortSignal.any([request.signal, closing]) })
}

/** The same request with the body that was read, once that is found plain enough to parse. */
function withPlainBody(request: Request, body: Buffer | undefined): Request {
  if (!body) return request
  requirePlainShape(body)
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, body: new Uint8Array(body), signal })
}

function profileOf(request: Request | undefined): Profile {
  const asked = request && new URL(request.url).searchParams.get('profile')
  if (!asked) return 'default'
  const profile = profiles.find((name) => name === asked)
  if (profile) return profile
  throw new EngineError('invalid_input', phrase`There is no profile ${asked}`, {
    hint: phrase`Profiles: ${profiles.join(', ')}.`,
    details: { path: 'profile' },
  })
}
