import type { IncomingMessage, ServerResponse } from 'node:http'
import { totalmem } from 'node:os'
import type { Visitor } from '../operations/discover/visitor.ts'
import type { DaemonDeps } from './daemon.ts'
import { createBytesInFlight } from './http/bytes-in-flight.ts'
import { bodyCollector } from './http/collect-bodies.ts'
import { bodyReader } from './http/read-body.ts'
import type { Door } from './http/route-table.ts'
import type { SayTo } from './http/say-to.ts'
import type { McpEndpoint } from './mcp/http.ts'

/** Every door; who comes through one was let in before. */
interface Doors {
  handle(
    door: Door,
    request: IncomingMessage,
    response: ServerResponse,
    visitor: Visitor,
  ): Promise<void>
  /** The files of the dashboard, which anyone may load. */
  page(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Reads the code of every door, one after the other. */
  open(): Promise<void>
  /** Tokens behind sessions that stay open between requests. */
  sessionTokens(): readonly string[]
  /** Ends the sessions of these tokens. */
  endSessions(tokenIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * None of their code is needed to listen, and it takes longer to read than all the rest: it is read
 * right after, or by the first request that comes before that.
 */
export function createDoors(
  { log, version, settings, proxy: proxyConfig }: DaemonDeps,
  onFault: (error: unknown) => void,
  closing: AbortSignal,
  tell: SayTo,
): Doors {
  const { maxBodyBytes, maxBytesInFlight, maxSessions = roomForSessions() } = settings
  const inFlight = createBytesInFlight(maxBytesInFlight, bodyCollector())
  const readBody = bodyReader(maxBodyBytes, inFlight)
  let endpoint: McpEndpoint | undefined
  const mcp = once(async () => {
    const { createMcpEndpoint } = await import('./mcp/http.ts')
    endpoint = createMcpEndpoint({ version, onFault }, { maxBodyBytes, maxSessions, closing })
    return endpoint
  })
  const rpc = once(async () => {
    const { createRpcHandler } = await import('./rpc/dispatch.ts')
    return createRpcHandler({ version, onFault }, readBody)
  })
  const api = once(async () => {
    const { createApp } = await import('./http/app.ts')
    const { createHttpListener } = await import('./http/listener.ts')
    const mcpOnDemand: Pick<McpEndpoint, 'fetch' | 'relay'> = {
      fetch: async (...call) => (await mcp()).fetch(...call),
      relay: async (...call) => (await mcp()).relay(...call),
    }
    const app = createApp({ log, mcp: mcpOnDemand, closing, tell, locale: settings.locale })
    return createHttpListener(app, readBody, onFault)
  })
  const proxy = once(async () => {
    const { createProxy } = await import('./proxy/proxy.ts')
    const { bodyOpener } = await import('./proxy/body/encoded-bodies.ts')
    const openBody = bodyOpener(maxBodyBytes, inFlight)
    return createProxy(log, proxyConfig, { token: settings.token, readBody, openBody })
  })
  return {
    async handle(door, request, response, visitor) {
      if (door === 'proxy') await (await proxy()).handle(request, response, visitor)
      else if (door === 'metrics') {
        const { serveMetrics } = await import('./http/metrics.ts')
        await serveMetrics(request, response, visitor)
      } else {
        const answer = await (door === 'rpc' ? rpc() : api())
        await answer(request, response, visitor)
      }
    },
    page: async (request, response) => (await api())(request, response, undefined),
    async open() {
      for (const door of [api, rpc, proxy, mcp]) await door()
    },
    sessionTokens: () => endpoint?.owners() ?? [],
    endSessions: async (tokenIds) => endpoint?.endOwned(tokenIds),
    async close() {
      await Promise.all([mcp.begun(), proxy.begun()].map(async (door) => (await door)?.close()))
    },
  }
}

interface Once<Value> {
  (): Promise<Value>
  /** What the first call gave; `undefined` when there was none. */
  begun(): Promise<Value> | undefined
}

function once<Value>(make: () => Promise<Value>): Once<Value> {
  let made: Promise<Value> | undefined
  const get = (): Promise<Value> => {
    // What failed is tried again by the next who asks: a machine is out of handles for a moment only.
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  return Object.assign(get, { begun: () => made })
}

const bytesOfProcess = 64 * 1024 * 1024

/** As many processes as a quarter of the memory holds. */
function roomForSessions(): number {
  return Math.max(8, Math.floor(totalmem() / 4 / bytesOfProcess))
}
