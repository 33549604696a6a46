import {
  classifyInboundRequest,
  type InboundModernRoute,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  readRequestBody,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { RelayLimits } from './relay-over-http.ts'
import type { Message, RelayedServer } from './relayed-server.ts'
import { createSharedLink, type SharedLink } from './shared-link.ts'

/** Stateless requests over HTTP to upstreams that are started: one process for each caller, whoever asks when. */
interface StatelessRelay {
  /** `undefined` when this upstream only knows sessions. */
  fetch(upstream: RelayedServer, request: Request): Promise<Response | undefined>
  owners(): readonly string[]
  endOwned(owners: readonly string[]): Promise<void>
  close(): Promise<void>
}

export function createStatelessRelay(
  { maxBodyBytes, closing }: Pick<RelayLimits, 'maxBodyBytes' | 'closing'>,
  onFault: (error: unknown) => void,
): StatelessRelay {
  const links = new Map<string, SharedLink>()
  const sessionsOnly = new Set<string>()

  function linkOf(upstream: RelayedServer, key: string): SharedLink {
    const link =
      links.get(key) ?? createSharedLink(upstream.relay, onFault, () => void links.delete(key))
    links.set(key, link)
    return link
  }

  return {
    async fetch(upstream, request) {
      const key = JSON.stringify([upstream.server, upstream.owner])
      if (sessionsOnly.has(key)) return undefined
      const route = await readRoute(request, maxBodyBytes)
      if (route instanceof Response) return route
      const message = route.message as unknown as Message
      const answer = await upstream.answer(message, request.signal)
      if (answer) return Response.json(answer)
      const link = linkOf(upstream, key)
      const response = await withStatus(await exchange(upstream, link, route, request, closing))
      if (message.method !== 'server/discover' || !(await isUnknownEra(response))) return response
      sessionsOnly.add(key)
      links.delete(key)
      await link.close()
      return undefined
    },
    owners: () => [...links.keys()].flatMap(ownerIn),
    async endOwned(owners) {
      const ended = [...links].filter(([key]) => ownerIn(key).some((one) => owners.includes(one)))
      for (const [key] of ended) links.delete(key)
      await Promise.all(ended.map(([, link]) => link.close()))
    },
    close: async () => void (await Promise.all([...links.values()].map((link) => link.close()))),
  }
}

/** Whose link this is; nobody's where no token is asked for. */
function ownerIn(key: string): readonly string[] {
  const [, owner] = JSON.parse(key) as [string, string | null | undefined]
  return owner ? [owner] : []
}

async function exchange(
  upstream: RelayedServer,
  link: SharedLink,
  { message, classification }: InboundModernRoute,
  request: Request,
  closing: AbortSignal,
): Promise<Response> {
  const transport = new PerRequestHTTPServerTransport({ classification })
  // A stream that waits for news would keep a stopping daemon waiting too.
  if ('method' in message && message.method === 'subscriptions/listen')
    closing.addEventListener('abort', () => void transport.close(), { once: true })
  transport.onmessage = (incoming) => {
    const sent = incoming as unknown as Message
    const end = link.send(sent, async (reply) => {
      const related =
        typeof sent.id === 'string' || typeof sent.id === 'number' ? sent.id : undefined
      const reviewed = (await upstream.review(reply)) as unknown as JSONRPCMessage
      await transport.send(reviewed, related === undefined ? {} : { relatedRequestId: related })
    })
    transport.onclose = end
  }
  await transport.start()
  return transport.handleMessage(message, { request })
}

/** One message of the newer era, or the answer to what is none. */
async function readRoute(
  request: Request,
  maxBodyBytes: number,
): Promise<InboundModernRoute | Response> {
  const read = await readRequestBody(request.clone(), maxBodyBytes)
  if (read.tooLarge)
    throw new EngineError('body_too_large', phrase`The body is over ${maxBodyBytes} bytes`)
  const body: unknown = JSON.parse(read.text)
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined
  const outcome = classifyInboundRequest({
    httpMethod: request.method,
    protocolVersionHeader: header('mcp-protocol-version'),
    mcpMethodHeader: header('mcp-method'),
    mcpNameHeader: header('mcp-name'),
    body,
  } as Parameters<typeof classifyInboundRequest>[0])
  const { id = null } = body as { id?: unknown }
  if (outcome.kind === 'modern') {
    const requested = outcome.classification.revision ?? 'unknown'
    return revisions.includes(requested) ? outcome : unsupported(id, requested)
  }
  if (outcome.kind === 'legacy')
    throw new EngineError('invalid_input', 'This is no stateless request')
  const { httpStatus, code, message, data } = outcome
  const error = { code, message, ...(data === undefined ? {} : { data }) }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: httpStatus })
}

/** The revisions that are stateless; a started server may not look at the claim of each request. */
const revisions = ['2026-07-28']

function unsupported(id: unknown, requested: string): Response {
  const error = new UnsupportedProtocolVersionError({ supported: revisions, requested })
  const { code, message, data } = error
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status: 400 })
}

const statuses: Readonly<Record<number, number>> = {
  [-32601]: 404,
  [-32020]: 400,
  [-32021]: 400,
  [-32022]: 400,
}

/** Errors of the protocol itself have a status of their own. */
async function withStatus(response: Response): Promise<Response> {
  const code = await errorCode(response)
  const status = code === undefined ? undefined : statuses[code]
  return status === undefined
    ? response
    : new Response(response.body, { status, headers: response.headers })
}

/** A server of the older era does not know the question; one of the newer may refuse it, in its own terms. */
async function isUnknownEra(response: Response): Promise<boolean> {
  const code = await errorCode(response)
  return code !== undefined && !newerErrors.includes(code)
}

const newerErrors = [-32020, -32021, -32022, -32602]

async function errorCode(response: Response): Promise<number | undefined> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined
  const { error } = (await response.clone().json()) as { error?: { code?: number } }
  return error?.code
}
