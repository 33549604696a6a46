import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { authOf, ownerOf } from './visitor-of.ts'

/** Clients of the older era: one that shook hands can be asked and told things until its session ends. */
interface ClientSessions {
  /** `undefined` where the request belongs to no session: it is answered by itself. */
  fetch(
    request: Request,
    visitor: Visitor,
    body: unknown,
    open: () => Server,
  ): Promise<Response | undefined>
  owners(): readonly string[]
  endOwned(owners: readonly string[]): Promise<void>
  close(): Promise<void>
}

interface Session {
  readonly owner: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  usedAt: number
}

const mostSessions = 500
/** So many sessions that ended are remembered. */
const mostEnded = 1000
const idleMs = 60 * 60_000
export const sessionHeader = 'mcp-session-id'

export function createClientSessions(
  maxRequestBodySize: number,
  closing: AbortSignal,
  onFault: (error: unknown) => void,
  now: () => number = () => performance.now(),
): ClientSessions {
  /** Least recently used first. */
  const sessions = new Map<string, Session>()
  const ended = new Set<string>()
  // Streams that wait for news would keep a stopping daemon waiting.
  closing.addEventListener('abort', () => {
    for (const { transport } of sessions.values()) transport.closeStandaloneSSEStream()
  })

  /** A session that ended goes on without one: its requests are answered by themselves. */
  function makeRoom(): void {
    for (const [id, { usedAt }] of sessions) {
      const isOld = now() - usedAt > idleMs
      if (isOld || sessions.size >= mostSessions) end(id).catch(onFault)
    }
  }

  /** Its client ended it, and hears that it has if it comes back. */
  function noteEnded(id: string): void {
    const [oldest] = ended
    if (ended.size >= mostEnded && oldest !== undefined) ended.delete(oldest)
    ended.add(id)
    sessions.delete(id)
  }

  async function end(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close()
  }

  async function begin(visitor: Visitor, server: Server): Promise<Session> {
    makeRoom()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: noteEnded,
    })
    const session: Session = { owner: ownerOf(visitor), transport, server, usedAt: now() }
    await server.connect(transport)
    return session
  }

  return {
    async fetch(request, visitor, body, open) {
      const id = request.headers.get(sessionHeader)
      const known = id === null ? undefined : sessions.get(id)
      if (id !== null && known && known.owner === ownerOf(visitor)) {
        known.usedAt = now()
        sessions.delete(id)
        sessions.set(id, known)
        return known.transport.handleRequest(request, authOf({ ...visitor, session: id }))
      }
      if (id !== null && ended.has(id))
        throw new EngineError('not_found', 'This session has ended', { hint: 'Connect again.' })
      if (!isInitializeRequest(body)) return undefined
      const session = await begin(visitor, open())
      return session.transport.handleRequest(request, authOf(visitor))
    },
    owners: () => [...sessions.values()].flatMap(({ owner }) => (owner === '' ? [] : [owner])),
    async endOwned(owners) {
      const ended = [...sessions].filter(([, { owner }]) => owners.includes(owner))
      await Promise.all(ended.map(([id]) => end(id)))
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}
