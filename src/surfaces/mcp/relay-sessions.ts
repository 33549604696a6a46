import { randomUUID } from 'node:crypto'
import {
  isLegacyRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { RelayLimits } from './relay-over-http.ts'
import { pumpMessages, type RelayPump } from './relay-pump.ts'
import { createStatelessRelay } from './relay-stateless.ts'
import type { RelayedServer } from './relayed-server.ts'

/** Clients over HTTP of upstreams that are started: each session has a process of its own. */
interface RelaySessions {
  fetch(upstream: RelayedServer, request: Request): Promise<Response>
  /** Whose sessions there are. */
  owners(): readonly string[]
  /** These may not come back: what runs for them is stopped. */
  endOwned(owners: readonly string[]): Promise<void>
  close(): Promise<void>
}

interface Session {
  readonly owner: string | undefined
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly pump: RelayPump
  usedAt: number
}

/** So many sessions that ended are remembered, to say why to who comes back. */
const mostEnded = 1000
const idleMs = 60 * 60_000

export function createRelaySessions(
  { maxBodyBytes: maxRequestBodySize, maxSessions, closing }: RelayLimits,
  onFault: (error: unknown) => void,
): RelaySessions {
  const sessions = new Map<string, Session>()
  const ended = new Map<string, string>()
  const stateless = createStatelessRelay({ maxBodyBytes: maxRequestBodySize, closing }, onFault)
  // Streams that wait for news would keep a stopping daemon waiting too.
  closing.addEventListener('abort', () => {
    for (const { transport } of sessions.values()) transport.closeStandaloneSSEStream()
  })

  async function end(id: string, why = 'has ended'): Promise<void> {
    const session = sessions.get(id)
    if (session) noteEnded(id, why)
    sessions.delete(id)
    await session?.transport.close()
    await session?.pump.close()
  }

  function noteEnded(id: string, why: string): void {
    const [oldest] = ended.keys()
    if (ended.size >= mostEnded && oldest !== undefined) ended.delete(oldest)
    ended.set(id, why)
  }

  /** Clients that left without a word, and the one unused for longest when there is no room. */
  function makeRoom(): void {
    const oldestFirst = [...sessions].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [index, [id, { usedAt }]] of oldestFirst.entries())
      if (performance.now() - usedAt > idleMs || oldestFirst.length - index >= maxSessions)
        end(id, 'made room for another').catch(onFault)
  }

  async function open(upstream: RelayedServer): Promise<Session> {
    makeRoom()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => end(id),
    })
    const onEnd = (): void =>
      void end(transport.sessionId ?? '', 'ended with its server').catch(onFault)
    const pump = pumpMessages(upstream, transport, { onFault, onEnd })
    const session: Session = { owner: upstream.owner, transport, pump, usedAt: performance.now() }
    await transport.start()
    return session
  }

  return {
    async fetch(upstream, request) {
      if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize })))
        return (await stateless.fetch(upstream, request)) ?? onlyLegacy(request)
      const id = request.headers.get('mcp-session-id')
      const session = id === null ? await open(upstream) : sessions.get(id)
      if (session?.owner !== upstream.owner || !session)
        throw noSession(id === null ? undefined : ended.get(id))
      session.usedAt = performance.now()
      return session.transport.handleRequest(request)
    },
    owners: () => [
      ...[...sessions.values()].flatMap(({ owner }) => owner ?? []),
      ...stateless.owners(),
    ],
    async endOwned(owners) {
      const ended = [...sessions].filter(([, { owner }]) => owner && owners.includes(owner))
      await Promise.all(ended.map(([id]) => end(id)))
      await stateless.endOwned(owners)
    },
    async close() {
      await Promise.all([...[...sessions.keys()].map((id) => end(id)), stateless.close()])
    },
  }
}

/** The protocol has clients shake hands anew when they hear this. */
function noSession(why: string | undefined): EngineError {
  if (why === undefined) return new EngineError('not_found', 'There is no such session')
  return new EngineError('not_found', phrase`This session ${why}`, {
    hint: 'Connect again. gateway.max_sessions says how many there may be.',
  })
}

/** A stateless request has no process to go to; clients then shake hands as before. */
async function onlyLegacy(request: Request): Promise<Response> {
  const requested = request.headers.get('mcp-protocol-version') ?? 'unknown'
  const { code, message, data } = new UnsupportedProtocolVersionError({
    supported: [...SUPPORTED_PROTOCOL_VERSIONS],
    requested,
  })
  const { id = null } = (await request.json().catch(() => ({}))) as { id?: unknown }
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status: 400 })
}
